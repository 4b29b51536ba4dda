// What the page says, in two languages.

import { recall, keep } from "./dom.js";

const WORDS = {
  play: ["Play", "Chơi"],
  games: ["Games", "Các cờ"],
  workshop: ["Workshop", "Xưởng"],
  textbook: ["Textbook", "Giáo trình"],
  language: ["Tiếng Việt", "English"],
  theme: ["Light or dark", "Sáng hay tối"],
  menu: ["Main", "Chính"],
  lost: ["The server does not answer. Trying again; your game is safe.", "Máy chủ không trả lời. Đang thử lại; ván cờ của bạn vẫn còn."],
  locked: ["This page is locked", "Trang này đang khóa"],
  new: ["New game", "Ván mới"],
  undo: ["Undo", "Lấy lại"],
  ahead: ["not on the board now: taken back, or another line", "hiện không có trên bàn: đã lấy lại, hoặc ở biến khác"],
  redo: ["Redo", "Đi lại"],
  resign: ["Resign", "Xin thua"],
  flip: ["Flip the board", "Lật bàn cờ"],
  first: ["First position", "Về đầu"],
  back: ["Back", "Lùi"],
  forward: ["Forward", "Tiến"],
  last: ["Last position", "Đến cuối"],
  person: ["person", "người"],
  engine: ["engine", "máy"],
  level: ["level {0}", "mức {0}"],
  who: ["Who plays {0}", "Ai cầm {0}"],
  turn: ["{0} to move", "{0} đi"],
  thinking: ["{0 is} thinking…", "{0} đang nghĩ…"],
  board: ["Board of {0}", "Bàn cờ {0}"],
  empty: ["empty", "trống"],
  target: ["can go here", "đi đến đây được"],
  chosen: ["chosen", "đã chọn"],
  moves: ["Moves", "Các nước"],
  type: ["Type a move", "Gõ nước đi"],
  typed: ["Move", "Nước đi"],
  go: ["Go", "Đi"],
  noMoves: ["Nothing on {0} can move now.", "Lúc này không gì ở {0} đi được."],
  notYours: ["It is {0}'s turn.", "Đang đến lượt {0}."],
  engineTurn: ["The engine is to move.", "Đang đến lượt máy."],
  over: ["The game is over: {0}.", "Ván cờ kết thúc: {0}."],
  resigned: ["{0 resigns}; {1 wins}", "{0} xin thua; {1} thắng"],
  timeout: ["{0 has} no time left; {1 wins}", "{0} hết giờ; {1} thắng"],
  sure: ["Resign this game?", "Xin thua ván này?"],
  check: ["check", "chiếu"],
  compulsory: ["You must capture.", "Bắt buộc phải bắt quân."],
  choose: ["Choose", "Hãy chọn"],
  finish: ["Stop here", "Dừng ở đây"],
  noPromotion: ["Do not promote", "Không phong cấp"],
  noGating: ["Bring in no piece", "Không đưa quân vào"],
  noCaptures: ["Capture no more", "Không bắt tiếp"],
  off: ["Leave the board", "Rời bàn"],
  pass: ["Pass", "Bỏ lượt"],
  done: ["Done", "Xong lượt"],
  swap: ["Swap sides", "Đổi bên"],
  cancel: ["Cancel", "Thôi"],
  hand: ["In hand of {0}", "Quân trong tay {0}"],
  line: ["line {0}", "dòng {0}"],
  plays: ["{0}: {1}", "{0}: {1}"],
  analysis: ["Analysis", "Phân tích"],
  analyse: ["Engine analysis", "Máy phân tích"],
  stop: ["Stop", "Dừng"],
  hint: ["Hint", "Gợi ý"],
  lines: ["Lines", "Số dòng"],
  depth: ["Depth", "Độ sâu"],
  searched: ["{0} moves deep, in places {1} · {2} positions · {3} a second", "sâu {0} nước, có chỗ {1} · {2} thế cờ · {3} mỗi giây"],
  nodes: ["Nodes", "Số đỉnh"],
  evaluation: ["Evaluation", "Đánh giá"],
  evaluationBar: ["Evaluation: {0}", "Đánh giá: {0}"],
  terms: ["What the terms say", "Chi tiết hàm đánh giá"],
  termsHelp: ["Positive is good for {0}. Point at a term to see its cells.", "Dương là tốt cho {0}. Chỉ vào một thành phần để thấy các ô của nó."],
  noTerms: ["This game has no evaluation: the engine only sees how it ends.", "Cờ này không có hàm đánh giá: máy chỉ thấy ván kết thúc ra sao."],
  worth: ["Colour what each piece is worth", "Tô màu giá trị từng quân"],
  threats: ["Show moves that win at once", "Hiện các nước thắng ngay"],
  wins: ["{1 wins} with the next move|{1 wins} in {0} moves, both players' counted", "{1} thắng sau {0} nước, tính cả hai bên"],
  won: ["{0 wins}", "{0} thắng"],
  draws: ["drawn", "hòa"],
  whole: ["Analyse all moves", "Phân tích mọi nước"],
  proven: ["proven", "đã chứng minh"],
  share: ["Position and record", "Thế cờ và biên bản"],
  position: ["Position", "Thế cờ"],
  copyPosition: ["Copy position", "Chép thế cờ"],
  copyMoves: ["Copy moves", "Chép các nước"],
  copyRecord: ["Copy record", "Chép biên bản"],
  copyPgn: ["Copy PGN", "Chép PGN"],
  copySgf: ["Copy SGF", "Chép SGF"],
  copyLink: ["Copy link", "Chép liên kết"],
  copied: ["Copied.", "Đã chép."],
  paste: ["Paste a position, moves or a record", "Dán thế cờ, các nước hay biên bản"],
  load: ["Load", "Mở"],
  show: ["Show", "Hiện"],
  targets: ["Legal moves", "Nước hợp lệ"],
  coordinates: ["Coordinates", "Tọa độ"],
  animation: ["Animation", "Chuyển động"],
  region: ["Region", "Vùng"],
  none: ["none", "không"],
  settings: ["Board", "Bàn cờ"],
  clock: ["Clock", "Đồng hồ"],
  noClock: ["no clock", "không tính giờ"],
  minutes: ["{0} min", "{0} phút"],
  time: ["Time for a move", "Thời gian một nước"],
  seconds: ["{0} s", "{0} giây"],
  search: ["Search by any name", "Tìm theo tên bất kỳ"],
  found: ["{0} game|{0} games", "{0} cờ"],
  nothing: ["No game is called so.", "Không có cờ nào tên như vậy."],
  own: ["yours", "của bạn"],
  edited: ["edited, not saved", "đã sửa, chưa lưu"],
  edit: ["Edit", "Sửa"],
  definition: ["Definition", "Định nghĩa"],
  script: ["Script", "Tập lệnh"],
  suite: ["Suite", "Bộ kiểm thử"],
  weights: ["Weights", "Trọng số"],
  english: ["Rules in English", "Luật (tiếng Anh)"],
  save: ["Save", "Lưu"],
  saved: ["Saved: {0}", "Đã lưu: {0}"],
  revert: ["Discard changes", "Bỏ các thay đổi"],
  newFrom: ["New game from this one", "Cờ mới từ cờ này"],
  newName: ["Name of the new game: lower-case words joined by hyphens", "Tên cờ mới: chữ thường, nối bằng gạch ngang"],
  create: ["Create", "Tạo"],
  changed: ["The file has changed meanwhile. What shall be kept?", "Tệp đã thay đổi trong lúc đó. Giữ bản nào?"],
  keepMine: ["Mine", "Bản của tôi"],
  keepTheirs: ["The file's", "Bản trong tệp"],
  sound: ["No mistakes.", "Không có lỗi."],
  doubt: ["doubt", "điều ngờ"],
  error: ["mistake", "lỗi"],
  elsewhere: ["in {0}", "trong {0}"],
  goesOn: ["The game goes on under the edited rules.", "Ván cờ tiếp tục theo luật mới sửa."],
  goesNot: ["Move {0} of the game is not legal under the edited rules: {1} The game stops before it.", "Nước {0} của ván không hợp lệ theo luật mới sửa: {1} Ván dừng trước nước đó."],
  startsNot: ["The game's start does not fit the edited rules: {0} It starts anew.", "Thế đầu không hợp với luật mới sửa: {0} Ván bắt đầu lại."],
  broken: ["The board shows the last rules that were sound.", "Bàn cờ dùng luật đúng gần nhất."],
  editor: ["Text of {0}", "Văn bản {0}"],
  complete: ["Ctrl+Space completes, Ctrl+S saves.", "Ctrl+Space để hoàn tất từ, Ctrl+S để lưu."],
  run: ["Run the suite", "Chạy bộ kiểm thử"],
  running: ["Running…", "Đang chạy…"],
  passed: ["passed", "đạt"],
  failed: ["failed", "hỏng"],
  skipped: ["skipped", "bỏ qua"],
  expected: ["Expected", "Mong đợi"],
  foundIt: ["Found", "Thực tế"],
  noWeights: ["This game has no weights of its own.", "Cờ này không có trọng số riêng."],
  inherited: ["taken over from {0}", "lấy từ {0}"],
  nothingToSave: ["Nothing has changed since the last save.", "Không có gì thay đổi từ lần lưu trước."],
  badName: ["A name has lower-case letters, digits and hyphens, such as {0}.", "Tên gồm chữ thường không dấu, chữ số và gạch ngang, chẳng hạn {0}."],
  parentOf: ["What it changes: the text of {0}", "Cờ gốc: văn bản của {0}"],
  parentText: ["Text of the game that it changes, to be read", "Văn bản của cờ gốc, chỉ để đọc"],
  skip: ["To the content", "Đến nội dung"],
  noScript: ["This game has no script. Write one here: it is added to the evaluation.", "Cờ này chưa có tập lệnh. Viết ở đây: nó được cộng vào hàm đánh giá."],
  algorithm: ["Algorithm", "Thuật toán"],
  draw: ["Draw", "Vẽ cây"],
  step: ["Step {0} of {1}", "Bước {0} trên {1}"],
  auto: ["Run", "Chạy"],
  halt: ["Pause", "Tạm dừng"],
  leaves: ["Leaves", "Số lá"],
  comparisons: ["Comparisons", "So sánh"],
  cutoffs: ["Cut-offs", "Cắt bỏ"],
  value: ["Value", "Giá trị"],
  bestMove: ["Move", "Nước đi"],
  compare: ["The algorithms beside each other", "So các thuật toán"],
  ofGame: ["A game's position", "Thế cờ của một cờ"],
  ofTree: ["A tree typed in", "Cây tự gõ"],
  tree: ["Tree", "Cây"],
  treeHelp: ["Numbers are leaves, brackets are nodes: [[3 12 8] [2 4 6] [14 5 2]]. It is drawn while you type.", "Số là lá, ngoặc là đỉnh: [[3 12 8] [2 4 6] [14 5 2]]. Cây được vẽ ngay khi gõ."],
  cutBranches: ["Nothing below {1} can matter any more: {0} branch is cut.{2}|Nothing below {1} can matter any more: {0} branches are cut.{2}", "Các nhánh còn lại của {1} không còn ảnh hưởng: cắt {0} nhánh.{2}"],
  leavesUnseen: ["{0} leaf is never looked at.|{0} leaves are never looked at.", "{0} lá không bao giờ phải xét."],
  movesAlpha: ["{0} hears {1}: more than α = {3}, so α becomes {4}.", "{0} nhận {1}: lớn hơn α = {3}, nên α thành {4}."],
  keepsAlpha: ["{0} hears {1}: it does not beat α = {3}, so α stays.", "{0} nhận {1}: không hơn α = {3}, nên α giữ nguyên."],
  movesBeta: ["{0} hears {1}: less than β = {3}, so β becomes {4}.", "{0} nhận {1}: nhỏ hơn β = {3}, nên β thành {4}."],
  keepsBeta: ["{0} hears {1}: it does not beat β = {3}, so β stays.", "{0} nhận {1}: không kém β = {3}, nên β giữ nguyên."],
  isValue: ["The value of {0} is {1}.", "Giá trị của {0} là {1}."],
  returnsAlpha: ["{0} returns α = {1}: no child beats it. The true value of {0} may be less, but Max has {1} elsewhere already.", "{0} trả về α = {1}: không con nào hơn. Giá trị thật của {0} có thể nhỏ hơn, nhưng Max đã có {1} ở nơi khác."],
  returnsBeta: ["{0} returns β = {1}: no child beats it. The true value of {0} may be more, but Min has {1} elsewhere already.", "{0} trả về β = {1}: không con nào kém hơn. Giá trị thật của {0} có thể lớn hơn, nhưng Min đã có {1} ở nơi khác."],
  atLeast: ["{0} returns {1}: its value is at least that, the rest was cut.", "{0} trả về {1}: giá trị ít nhất là vậy, phần còn lại đã cắt."],
  atMost: ["{0} returns {1}: its value is at most that, the rest was cut.", "{0} trả về {1}: giá trị nhiều nhất là vậy, phần còn lại đã cắt."],
  zoomIn: ["Larger", "Phóng to"],
  zoomOut: ["Smaller", "Thu nhỏ"],
  zoomFit: ["Whole tree", "Cả cây"],
  zoomHelp: ["The tree is larger than its place: drag or scroll it, or see the whole.", "Cây lớn hơn khung: hãy kéo, cuộn, hoặc xem cả cây."],
  rootMax: ["Max at the root", "Gốc là Max"],
  more: ["{0} more", "còn {0}"],
  game: ["Game", "Cờ"],
  stepRate: ["Speed", "Tốc độ"],
  code: ["The algorithm", "Thuật toán"],
  counters: ["Counters", "Bộ đếm"],
  from: ["from {0}", "từ {0}"],
  loading: ["Loading…", "Đang tải…"],
  saveAs: ["Save as a file in ./{0}", "Lưu vào ./{0}"],
  hides: ["stands in for the shipped game", "thay cho bản có sẵn"],
};

let language = recall("language", (navigator.language ?? "en").startsWith("vi") ? 1 : 0);
document.documentElement.lang = language ? "vi" : "en";

export const lang = () => (language ? "vi" : "en");

export function setLanguage(code) {
  language = code === "vi" ? 1 : 0;
  keep("language", language);
  document.documentElement.lang = lang();
}

/** A verb as it stands behind a name: `white wins`, `attackers win`. */
function agreed(name, verb) {
  if (!name.endsWith("s")) return verb;
  return { is: "are", has: "have" }[verb] ?? verb.slice(0, -1);
}

/** Words with what is put into them: `{0}`, or `{0 wins}` with a verb behind it. */
const filled = (words, given) =>
  words.replace(/\{(\d)(?: (\w+))?\}/g, (_, at, verb) => {
    const said = String(given[at] ?? "");
    return verb ? `${said} ${agreed(said, verb)}` : said;
  });

/** A sentence by its name, with what is put into it. */
export function t(id, ...given) {
  const words = WORDS[id]?.[language] ?? id;
  return filled(words, given);
}

/** The same of a number: English has a form for one and a form for others, joined by `|`. */
export function count(id, many, ...given) {
  const forms = (WORDS[id]?.[language] ?? id).split("|");
  const words = forms.length > 1 && many === 1 ? forms[0] : forms[forms.length - 1];
  return filled(words, [number(many), ...given]);
}

/** One of two. */
export const of = (english, vietnamese) => (language ? vietnamese : english);

export const number = (value) => new Intl.NumberFormat(lang()).format(value);

export const compact = (value) =>
  new Intl.NumberFormat(lang(), { notation: "compact", maximumFractionDigits: 1 }).format(value);

/** A text without marks and blanks, in small letters, to be searched. */
export const folded = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
