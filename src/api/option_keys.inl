// SPDX-License-Identifier: BSD-3-Clause
// From here to option_end.inl a row of options is a row of the table of keys. `Handle` is the kind of handle, and
// `OPTIONS(handle)` the struct that has the options as members.
#define INT(name, initial, lowest, highest, doc)                                                                   \
  {{#name, "option", "int", #initial, #lowest, digits(#highest), "", doc},                                         \
   {[](const Handle& h) -> Index { return OPTIONS(h).name; }, [](Handle& h) -> Index& { return OPTIONS(h).name; }, \
    lowest, highest},                                                                                              \
   {},                                                                                                             \
   {}},
#define REAL(name, initial, lowest, highest, doc)                                                                    \
  {{#name, "option", "real", #initial, #lowest, #highest, "", doc},                                                  \
   {},                                                                                                               \
   {[](const Handle& h) -> double { return OPTIONS(h).name; }, [](Handle& h) -> double& { return OPTIONS(h).name; }, \
    lowest, highest},                                                                                                \
   {}},
#define TEXT(name, initial, choices, doc)                                   \
  {{#name, "option", "text", initial, "", "", choices, doc},                \
   {},                                                                      \
   {},                                                                      \
   {[](const Handle& h) -> const char* { return OPTIONS(h).name.c_str(); }, \
    [](Handle& h) -> std::string& { return OPTIONS(h).name; }}},
