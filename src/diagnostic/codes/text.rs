//! Codes about the text of a definition: found while it is read.

use crate::diagnostic::code::codes;

codes! {
    SYNTAX = "syntax", Error, "the file is not TOML";
    "A definition is a TOML file. Where the text breaks the rules of TOML, nothing can be read from \
     the lines concerned, and what may be missing elsewhere is not reported until they are mended.";
    wrong "[board]\nsize = [3, 3";
    right "[board]\nsize = [3, 3]";

    TOO_LARGE = "too-large", Error, "the file is too large";
    "A definition is a page of text. Files larger than a mebibyte are not read.";
    wrong "# … a million characters …";
    right "[game]\nname = \"Small\"";

    MORE = "more", Warning, "more is found than is shown";
    "Of mistakes and of doubts the first ones are shown, as many as anybody reads. When they are mended, \
     the others come to light.";
    wrong "# … hundreds of mistakes …";
    right "[game]\nname = \"Right\"";

    TOO_DEEP = "too-deep", Error, "too many tables inside each other";
    "No word of the language needs tables or arrays in more than a few levels.";
    wrong "a.b.c.d.e.f.g.h.i.j = 1";
    right "[pieces.car.moves]\nleave = { exit = \"forward\" }";

    REPEATED_KEY = "repeated-key", Error, "a key or table that is given twice";
    "A key has one value, and a table stands in one place. Of two, it would not be clear which one \
     counts.";
    wrong "[board]\nsize = [3, 3]\nsize = [4, 4]";
    right "[board]\nsize = [4, 4]";

    UNKNOWN_KEY = "unknown-key", Error, "a key that the language does not have";
    "Every table has a fixed list of keys. A key outside it would have no effect, so it is refused. \
     `banco schema --markdown` lists them all.";
    wrong "[board]\nsise = [3, 3]";
    right "[board]\nsize = [3, 3]";

    MISSING_KEY = "missing-key", Error, "a key that must be there is not";
    "Some keys have no default: without them the game is not complete. In a definition that extends \
     another one they may come from there.";
    wrong "[end.five]\nif = { line = { length = 5 } }";
    right "[end.five]\nif = { line = { length = 5 } }\nwinner = \"mover\"";

    WRONG_TYPE = "wrong-type", Error, "a value of the wrong type";
    "The value is a string where a number is expected, a number where a table is expected, and so \
     on.";
    wrong "[board]\nsize = \"3x3\"";
    right "[board]\nsize = [3, 3]";

    OUT_OF_RANGE = "out-of-range", Error, "a number that is too small or too large";
    "The number lies outside what the key can mean: boards have at most 1,024 cells, runs at least \
     one piece, points stay within 100,000.";
    wrong "[board]\nsize = [0, 3]";
    right "[board]\nsize = [3, 3]";

    BAD_VALUE = "bad-value", Error, "a value that means nothing here";
    "The value has the right type, but what it says cannot be meant.";
    wrong "[pieces.rook.moves]\ngo = { slide = \"orthogonal\", range = [3, 2] }";
    right "[pieces.rook.moves]\ngo = { slide = \"orthogonal\", range = [2, 3] }";

    UNKNOWN_WORD = "unknown-word", Error, "a word that the language does not have here";
    "Only a few words can stand here. A word outside them would have no effect, so it is refused.";
    wrong "[board]\nmirror = \"flip\"";
    right "[board]\nmirror = \"rotate\"";

    BAD_BETZA = "bad-betza", Error, "moves in Betza's notation that cannot be read";
    "A capital is an atom: `W F D N A H C Z G` by how far it leads, `K R B Q` for king, rook, bishop and queen, `U` for anywhere. \
     Its letter once more or a number behind it makes it a ride. Small letters before it say in which directions \
     (`f b l r v s h`), how it lands (`m c e`), that it is the first move of the piece (`i`), and what may stand between \
     (`n j p g`). A letter is refused where it stands for nothing, and where no rule says what it stands for.";
    wrong "[pieces.rook]\nletter = \"R\"\nbetza = \"oR\"";
    right "[pieces.rook]\nletter = \"R\"\nbetza = \"R\"";

    UNKNOWN_DIRECTION = "unknown-direction", Error, "a direction that does not exist";
    "Directions turn with the player (`forward`, `left`, `forward-right` …), are those of the \
     compass (`north` …), or are several at once (`orthogonal`, `diagonal`, `sideways`, `any`).";
    wrong "[pieces.car.moves]\ndrive = { step = \"forwards\" }";
    right "[pieces.car.moves]\ndrive = { step = \"forward\" }";

    BAD_FILTER = "bad-filter", Error, "a filter that cannot be read";
    "A filter says what a cell may hold: `empty`, or `own`, `enemy`, `any` or a player's name, then \
     a kind of piece; `{ not = FILTER }`; or a list, meaning either.";
    wrong "[pieces.pawn.moves]\ntake = { step = \"forward\", onto = \"enemy or empty\" }";
    right "[pieces.pawn.moves]\ntake = { step = \"forward\", onto = [\"enemy\", \"empty\"] }";

    BAD_REGION = "bad-region", Error, "a region that cannot be read";
    "A region is a name, a cell `e4`, a rectangle `d1:f3`, a rank `*8`, a file `c*`, a list of \
     these, or a drawing with a line for each rank, `x` in and `.` out.";
    wrong "[regions]\ncentre = \"d4..e5\"";
    right "[regions]\ncentre = \"d4:e5\"";

    EMPTY_LIST = "empty-list", Error, "a list, table or picture with nothing in it";
    "An empty list of directions, conditions, cells or pieces would mean nothing or everything; \
     leave the key out instead.";
    wrong "[pieces.car.moves]\ndrive = { step = [] }";
    right "[pieces.car.moves]\ndrive = { step = [\"forward\", \"left\"] }";

    EMPTY_NAME = "empty-name", Error, "a name or text that is empty";
    "Names are printed and referred to; they need at least one letter.";
    wrong "[game]\nname = \"\"";
    right "[game]\nname = \"Two cars\"";

    BAD_NAME = "bad-name", Error, "a name that is not written as one";
    "Names are lower case words with hyphens: a letter from `a` to `z`, then letters, digits and \
     single hyphens.";
    wrong "[end.All_Off]\nif = { none = \"own\" }\nwinner = \"mover\"";
    right "[end.all-off]\nif = { none = \"own\" }\nwinner = \"mover\"";

    RESERVED_NAME = "reserved-name", Error, "a word of the language used as a name";
    "Where a name could also be read as a word of the language, or as another name, it could not be \
     told which one is meant.";
    wrong "[pieces.enemy]\nletter = \"E\"";
    right "[pieces.guard]\nletter = \"E\"";

    MISPLACED_KEY = "misplaced-key", Error, "a key that means nothing beside its neighbours";
    "Each key is right, but not together: a rule that travels two ways, a `range` for a single step, \
     a pass that belongs to a piece, a `winner` beside a `loser`.";
    wrong "[pieces.king.moves]\ngo = { step = \"any\", range = [1, 2] }";
    right "[pieces.king.moves]\ngo = { slide = \"any\", range = [1, 2] }";

    NOT_SUPPORTED = "not-supported", Error, "a word of the language that this version does not support";
    "The language is larger than what this version can play. A word that it does not know how to \
     play is refused, never ignored.";
    wrong "[pieces.king.moves]\nwalk = { step = \"any\", do = { give = \"to\" } }";
    right "[pieces.king.moves]\nwalk = { step = \"any\", do = { take = \"around\" } }";

    NEWER_LANGUAGE = "newer-language", Error, "the file is written in a newer version of the language";
    "`language` in `[game]` says which version of the language a file is written in. Words may mean \
     other things there, so the rest is not read.";
    wrong "[game]\nlanguage = 2";
    right "[game]\nlanguage = 1";

    UNKNOWN_PARENT = "unknown-parent", Error, "the definition to extend cannot be found";
    "`extends` names a shipped game, or a file beside this one without its `.toml`. While it is \
     missing, names that may be defined there are not reported.";
    wrong "[game]\nextends = \"my-gmae\"";
    right "[game]\nextends = \"my-game\"";

    ENDLESS_EXTENDS = "endless-extends", Error, "definitions extend each other without end";
    "A definition that extends itself, directly or through others, has no beginning.";
    wrong "[game]\nextends = \"this-file\"";
    right "[game]\nextends = \"another-file\"";

    NOTHING_TO_DROP = "nothing-to-drop", Error, "`NAME = false` for what is not there";
    "`NAME = false` drops what the extended definition has. Dropping what it does not have is a \
     slip: the name is misspelt, or it has been renamed there.";
    wrong "[game]\nextends = \"my-game\"\n[pieces.pawn.moves]\ndoubel = false";
    right "[game]\nextends = \"my-game\"\n[pieces.pawn.moves]\ndouble = false";
}
