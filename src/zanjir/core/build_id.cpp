#include "zanjir/core/build_id.hpp"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace zanjir {
namespace {

struct BuildNote {
  std::uintptr_t of;  // an address inside the program or library that is meant
  std::string id;
};

void read_notes(const char* at, const char* end, std::string& id) {
  constexpr char digits[] = "0123456789abcdef", vendor[] = "GNU";  // its zero at the end belongs to the name
  const auto padded = [](std::size_t n) { return (n + 3) / 4 * 4; };
  while (end - at >= static_cast<std::ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, at, sizeof head);
    const char *name = at + sizeof head, *text = name + padded(head.n_namesz);
    if (head.n_type == NT_GNU_BUILD_ID && std::string_view(name, head.n_namesz) == std::string_view(vendor, sizeof vendor)) {
      for (std::size_t i = 0; i < head.n_descsz; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        id += digits[byte >> 4], id += digits[byte & 15];
      }
      return;
    }
    at = text + padded(head.n_descsz);
  }
}

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  auto& note = *static_cast<BuildNote*>(data);
  bool ours = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    ours = ours || (part.p_type == PT_LOAD && note.of >= begin && note.of - begin < part.p_memsz);
  }
  for (int i = 0; ours && i < info->dlpi_phnum && note.id.empty(); ++i) {
    const auto& part = info->dlpi_phdr[i];
    const char* begin = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
    if (part.p_type == PT_NOTE) read_notes(begin, begin + part.p_memsz, note.id);
  }
  return ours ? 1 : 0;
}

}  // namespace

std::string build_id() {
  BuildNote note{reinterpret_cast<std::uintptr_t>(&look_at), {}};
  ::dl_iterate_phdr(look_at, &note);
  return note.id;
}

}  // namespace zanjir
