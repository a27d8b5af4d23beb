#include "serve.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

namespace zanjir::app {
namespace {

constexpr std::size_t max_head = 16 << 10;
constexpr int wait_ms = 100;                 // how soon Ctrl-C is heard
constexpr std::chrono::seconds patience(3);  // with one who asks slowly, or does not take the answer
constexpr std::size_t most_clients = 32;

using Clock = std::chrono::steady_clock;

class Socket {
 public:
  explicit Socket(int fd) : fd_(fd) {}
  ~Socket() {
    if (fd_ >= 0) ::close(fd_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

bool ready_within(int fd, short what, int milliseconds) {
  pollfd p{fd, what, 0};
  return ::poll(&p, 1, milliseconds) > 0;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// Somebody who has connected. Browsers connect before they know what to ask: nobody waits for those who say nothing.
struct Client {
  explicit Client(int fd) : socket(fd) {}
  Socket socket;
  std::string head = {};
  Clock::time_point since = Clock::now();

  bool has_asked() const { return head.find("\r\n\r\n") != std::string::npos || head.size() >= max_head; }
  bool is_slow() const { return Clock::now() - since > patience; }
  // False: there is nothing more to come.
  bool listen() {
    char buffer[4096];
    const ssize_t n = ::recv(socket.fd(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (n > 0) head.append(buffer, static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
  }
};

// What does not fit is sent later: a call that waits until all of it is taken would hear no Ctrl-C.
void send_all(int fd, const std::string& text, const Cancel& cancel) {
  auto give_up = Clock::now() + patience;
  for (std::size_t sent = 0; sent < text.size() && Clock::now() < give_up && !cancel;) {
    if (!ready_within(fd, POLLOUT, wait_ms)) continue;
    const ssize_t n = ::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n <= 0) return;
    sent += static_cast<std::size_t>(n);
    give_up = Clock::now() + patience;
  }
}

std::string answer(int status, const char* type, const std::string& body, bool with_body) {
  return fmt::format(
             "HTTP/1.1 {} {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: "
             "nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\nConnection: close\r\n\r\n",
             status, status < 300 ? "OK" : "Refused", type, body.size()) +
         (with_body ? body : "");
}

}  // namespace

HttpRequest read_request(const std::string& head) {
  HttpRequest request;
  std::size_t begin = 0;
  for (int line = 0;; ++line) {
    const std::size_t end = head.find("\r\n", begin);
    if (end == std::string::npos) return request;
    const std::string text = head.substr(begin, end - begin);
    begin = end + 2;
    if (text.empty()) return request;
    if (line == 0) {
      const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
      if (first == std::string::npos || second == std::string::npos || !text.substr(second + 1).starts_with("HTTP/1.")) return request;
      request.method = text.substr(0, first);
      request.path = text.substr(first + 1, second - first - 1);
      request.ok = true;
      continue;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) continue;
    std::string name = text.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name == "host") request.host = trimmed(text.substr(colon + 1));
    else if (name == "origin") request.origin = trimmed(text.substr(colon + 1));
    else if (name == "sec-fetch-site") request.site = trimmed(text.substr(colon + 1));
  }
}

Refusal judge(const HttpRequest& request, std::uint16_t port) {
  if (!request.ok) return {400, "this is no HTTP request"};
  const std::string own[] = {fmt::format("127.0.0.1:{}", port), fmt::format("localhost:{}", port)};
  const auto is_own = [&](const std::string& text, const char* before) {
    return std::any_of(std::begin(own), std::end(own), [&](const std::string& name) { return text == before + name; });
  };
  if (!is_own(request.host, "")) return {403, "only 127.0.0.1 and localhost are answered"};
  if (!request.origin.empty() && !is_own(request.origin, "http://")) return {403, "pages of other origins are not answered"};
  if (!request.site.empty() && request.site != "same-origin" && request.site != "none") return {403, "pages of other origins are not answered"};
  if (request.method != "GET" && request.method != "HEAD") return {405, "only GET is answered"};
  if (request.path.find("..") != std::string::npos || request.path.find('%') != std::string::npos) return {403, "there are no files here"};
  if (request.path == "/favicon.ico") return {204, ""};  // which browsers ask for by themselves
  if (request.path != "/" && request.path != "/state") return {404, "there is one page, at /"};
  return {};
}

std::string serve(const Served& served, std::uint16_t port, const std::function<void(std::uint16_t)>& ready, const Cancel& cancel) {
  const auto failed = [](const char* what) { return fmt::format("{}: {}", what, std::strerror(errno)); };
  const Socket listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (listener.fd() < 0) return failed("no socket");
  const int yes = 1;
  ::setsockopt(listener.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);  // never another interface
  if (::bind(listener.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return failed("the port cannot be taken");
  if (::listen(listener.fd(), 16) != 0) return failed("the port cannot be listened to");
  socklen_t size = sizeof address;
  ::getsockname(listener.fd(), reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  ready(port);
  const auto reply = [&](const Client& client) {
    const HttpRequest request = read_request(client.head);
    const Refusal refusal = judge(request, port);
    const bool with_body = request.method != "HEAD" && refusal.status != 204;
    const int fd = client.socket.fd();
    if (refusal.status != 200) send_all(fd, answer(refusal.status, "text/plain", with_body ? refusal.reason + "\n" : "", with_body), cancel);
    else if (request.path == "/state") send_all(fd, answer(200, "text/plain", served.state(), with_body), cancel);
    else send_all(fd, answer(200, "text/html", served.page(), with_body), cancel);
  };
  std::vector<std::unique_ptr<Client>> clients;
  while (!cancel) {
    std::vector<pollfd> heard = {{listener.fd(), POLLIN, 0}};
    for (const auto& client : clients) heard.push_back({client->socket.fd(), POLLIN, 0});
    if (::poll(heard.data(), heard.size(), wait_ms) < 0) continue;
    for (std::size_t i = 0; i < clients.size(); ++i) {
      Client& client = *clients[i];
      const bool more = heard[i + 1].revents == 0 ? !client.is_slow() : client.listen();
      if (more && !client.has_asked()) continue;
      if (!client.head.empty()) reply(client);
      clients[i].reset();
    }
    std::erase(clients, nullptr);
    if (heard[0].revents == 0) continue;
    if (clients.size() == most_clients) clients.erase(clients.begin());  // the one who has been silent longest
    if (const int fd = ::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC); fd >= 0) clients.push_back(std::make_unique<Client>(fd));
  }
  return "";
}

}  // namespace zanjir::app
