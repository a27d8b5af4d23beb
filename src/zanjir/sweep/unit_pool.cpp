#include "zanjir/sweep/unit_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <thread>

namespace zanjir {
namespace {

using PoolClock = std::chrono::steady_clock;
double seconds_from(PoolClock::time_point begin) { return std::chrono::duration<double>(PoolClock::now() - begin).count(); }

bool write_all(int fd, const void* data, std::size_t n) {
  for (const char* at = static_cast<const char*>(data); n > 0;) {
    const ssize_t done = ::write(fd, at, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done, n -= static_cast<std::size_t>(done);
  }
  return true;
}
bool read_all(int fd, void* data, std::size_t n) {
  for (char* at = static_cast<char*>(data); n > 0;) {
    const ssize_t done = ::read(fd, at, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done, n -= static_cast<std::size_t>(done);
  }
  return true;
}

// An answer on a pipe: its head, numbers, texts.
struct AnswerHead {
  UnitStatus status;
  double seconds;
  std::size_t n_values, n_why, n_note;
};
bool send(int fd, const UnitAnswer& a) {
  const AnswerHead head{a.status, a.seconds, a.values.size(), a.why.size(), a.note.size()};
  return write_all(fd, &head, sizeof head) && write_all(fd, a.values.data(), a.values.size() * sizeof(double)) &&
         write_all(fd, a.why.data(), a.why.size()) && write_all(fd, a.note.data(), a.note.size());
}
bool receive(int fd, UnitAnswer& a) {
  AnswerHead head{};
  if (!read_all(fd, &head, sizeof head)) return false;
  a = {head.status, std::string(head.n_why, ' '), std::vector<double>(head.n_values), head.seconds, std::string(head.n_note, ' ')};
  return read_all(fd, a.values.data(), a.values.size() * sizeof(double)) && read_all(fd, a.why.data(), a.why.size()) &&
         read_all(fd, a.note.data(), a.note.size());
}

UnitAnswer asked(const std::function<UnitAnswer(std::size_t)>& ask, std::size_t unit) {
  try {
    return ask(unit);
  } catch (const std::bad_alloc&) {
    return {UnitStatus::failed, "there is not enough memory for it"};
  } catch (const std::exception& e) {
    return {UnitStatus::failed, std::string("internal error: ") + e.what()};
  }
}

class Worker {
 public:
  Worker() = default;
  ~Worker() { end(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool start(const std::function<UnitAnswer(std::size_t)>& ask, std::string& why) {
    int to[2], from[2];
    if (::pipe2(to, O_CLOEXEC) != 0) return why = std::strerror(errno), false;
    if (::pipe2(from, O_CLOEXEC) != 0) return why = std::strerror(errno), ::close(to[0]), ::close(to[1]), false;
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) work(ask, to[0], from[1], to[1], from[0], parent);
    if (pid_ < 0) why = std::strerror(errno);
    ::close(to[0]), ::close(from[1]);
    to_ = to[1], from_ = from[0];
    return pid_ > 0;
  }

  void give(std::size_t unit) {
    unit_ = unit, busy_ = true, began_ = PoolClock::now();
    write_all(to_, &unit, sizeof unit);  // where it has died meanwhile, take() sees it
  }

  // The answer of the unit that it was given, however it ended.
  UnitAnswer take() {
    UnitAnswer answer;
    busy_ = false;
    if (receive(from_, answer)) return answer;
    const double seconds = seconds_from(began_);
    const int status = end();
    const std::string how = WIFSIGNALED(status) ? fmt::format("was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
                                                : fmt::format("ended with exit code {}", WEXITSTATUS(status));
    return {UnitStatus::crashed, "its process " + how, {}, seconds};
  }

  // Ends the process, whatever it does.
  int end() {
    int status = 0;
    if (to_ >= 0) ::close(to_), ::close(from_);
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);  // workers that were started later hold its pipe open: it would not end by itself
      while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
      }
    }
    pid_ = -1, to_ = from_ = -1, busy_ = false;
    return status;
  }

  bool alive() const { return pid_ > 0; }
  bool busy() const { return busy_; }
  std::size_t unit() const { return unit_; }
  int from() const { return from_; }
  double seconds() const { return seconds_from(began_); }

 private:
  [[noreturn]] static void work(const std::function<UnitAnswer(std::size_t)>& ask, int in, int out, int other_in, int other_out, pid_t parent) {
    ::close(other_in), ::close(other_out);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read the answer
    if (::getppid() != parent) ::_exit(0);
    for (const int signal : {SIGINT, SIGHUP}) ::signal(signal, SIG_IGN);  // Ctrl-C goes to all of them; the one that collects decides
    ::signal(SIGTERM, SIG_DFL);
    std::size_t unit = 0;
    while (read_all(in, &unit, sizeof unit)) {
      const PoolClock::time_point began = PoolClock::now();
      UnitAnswer answer = asked(ask, unit);
      answer.seconds = seconds_from(began);
      if (!send(out, answer)) break;
    }
    ::_exit(0);
  }

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::size_t unit_ = 0;
  bool busy_ = false;
  PoolClock::time_point began_{};
};

// While it lives, writing to a worker that has died is an error of the write, not a signal that kills.
struct NoBrokenPipe {
  NoBrokenPipe() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before);
  }
  ~NoBrokenPipe() { ::sigaction(SIGPIPE, &before, nullptr); }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;
  struct sigaction before {};
};

}  // namespace

int usable_cores() { return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1); }

std::string ask_units(std::span<const std::size_t> units, const std::function<UnitAnswer(std::size_t)>& ask,
                      const std::function<bool(std::size_t, UnitAnswer)>& take, const std::function<void()>& wait, const PoolOptions& options,
                      const Cancel& cancel) {
  const NoBrokenPipe no_broken_pipe;
  const std::size_t n = std::min<std::size_t>(static_cast<std::size_t>(options.workers > 0 ? options.workers : usable_cores()), units.size());
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < n; ++i) workers.push_back(std::make_unique<Worker>());
  std::size_t next = 0, left = units.size();
  std::vector<pollfd> ready;
  while (left > 0 && !cancel) {
    ready.clear();
    for (auto& worker : workers) {
      if (!worker->busy() && next < units.size()) {
        std::string why;
        if (!worker->alive() && !worker->start(ask, why)) {
          if (std::none_of(workers.begin(), workers.end(), [](const auto& w) { return w->alive(); })) return "no process can be started: " + why;
        } else {
          worker->give(units[next++]);
        }
      }
      ready.push_back({worker->busy() ? worker->from() : -1, POLLIN, 0});
    }
    constexpr int now_and_then_ms = 100;
    const int n_ready = ::poll(ready.data(), ready.size(), now_and_then_ms);
    for (std::size_t i = 0; i < workers.size(); ++i) {
      Worker& worker = *workers[i];
      if (!worker.busy()) continue;
      if (n_ready > 0 && ready[i].revents != 0) {
        const std::size_t unit = worker.unit();
        --left;
        if (!take(unit, worker.take())) return {};
      } else if (options.limit_s > 0 && worker.seconds() > options.limit_s) {
        const std::size_t unit = worker.unit();
        worker.end();
        --left;
        if (!take(unit, {UnitStatus::too_long, fmt::format("took longer than the limit of {} s", options.limit_s), {}, options.limit_s})) return {};
      }
    }
    wait();
  }
  return {};
}

}  // namespace zanjir
