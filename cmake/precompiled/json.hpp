// For objects most of which read or write JSON (cmake/ZanjirPrecompiled.cmake). Not in library.hpp: its inline functions have a parser instantiated at the end of every object.
#include <nlohmann/json.hpp>
