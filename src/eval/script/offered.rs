//! The names that scripts find.

/// What scripts find of the standard library. What is not named here does not exist for them.
pub const GLOBALS: [&str; 25] = [
    "_VERSION",
    "assert",
    "bit32",
    "buffer",
    "error",
    "getmetatable",
    "ipairs",
    "math",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
];

/// What scripts can ask about a position, in the order in which the prelude gives it.
pub const OFFERED: [&str; 13] = [
    "at",
    "pieces",
    "gone",
    "exited",
    "hand",
    "in_check",
    "plies",
    "quiet_plies",
    "last_move",
    "attackers",
    "reach",
    "legal_moves",
    "script",
];
