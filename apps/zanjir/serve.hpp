// One page over HTTP for the browser of this machine: 127.0.0.1 only, two addresses, nothing from the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "zanjir/core/interrupt.hpp"

namespace zanjir::app {

// What is asked: the first line and the headers that matter. Made from the text up to the empty line; `ok` is false where that is no request.
struct HttpRequest {
  bool ok = false;
  std::string method, path, host, origin, site;  // site: Sec-Fetch-Site
};
HttpRequest read_request(const std::string& head);

// Why a request is not answered, or nothing. Other names for this machine (a page of the network that has its name point here) and pages of other origins are
// refused, and so is every path but the two.
struct Refusal {
  int status = 200;
  std::string reason;
};
Refusal judge(const HttpRequest&, std::uint16_t port);

struct Served {
  std::function<std::string()> page;   // at /
  std::function<std::string()> state;  // at /state: another text once the page has changed
};

// Serves until it is cancelled. `ready` gets the port, which is `port` or, where that is 0, any free one. The problem in words, or nothing.
std::string serve(const Served&, std::uint16_t port, const std::function<void(std::uint16_t)>& ready, const Cancel&);

}  // namespace zanjir::app
