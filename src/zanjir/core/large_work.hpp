// Whether work that nobody starts by accident, gigabytes for one mechanism or minutes for one evaluation, is refused until somebody says that it is meant. The command
// asks (`--yes` answers): files are strangers'. Who links the library is not asked; it has no one to ask. For the whole process, as the user's word is.
#pragma once

namespace zanjir {

void ask_before_large_work(bool asks);
bool asks_before_large_work();

}  // namespace zanjir
