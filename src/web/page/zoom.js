// A drawing that is larger than its place: scrolled, dragged, enlarged, or seen whole.

import { h, put } from "./dom.js";
import { t } from "./words.js";

/** Drawings are not made smaller than this until somebody asks for it: their letters could not be read. */
const READABLE = 0.85;
const LARGEST = 3;

/** Frames an SVG picture. `measure` says how large it is in its own units, `follow` keeps a part of it in sight. */
export function zoomed(picture, label) {
  let size = [1, 1];
  // A number, `whole`, or null: whole as long as it can be read.
  let wanted = null;
  const frame = h("div", { class: "scroll paper", tabindex: 0, role: "group", "aria-label": label, "aria-describedby": "papernote" }, picture);
  const note = h("span", { class: "faint small", id: "papernote" });
  const whole = () => {
    const most = Math.max(160, innerHeight * 0.54);
    return Math.min((frame.clientWidth - 2) / size[0], most / size[1], 1.5);
  };
  const scale = () => (wanted === null ? Math.max(whole(), READABLE) : wanted === "whole" ? whole() : wanted);
  const draw = () => {
    const by = scale();
    picture.style.width = `${size[0] * by}px`;
    picture.style.height = `${size[1] * by}px`;
    const isLarger = frame.scrollWidth > frame.clientWidth + 2 || frame.scrollHeight > frame.clientHeight + 2;
    frame.classList.toggle("larger", isLarger);
    put(note, isLarger ? t("zoomHelp") : "");
  };
  /** Another size; what is in the middle stays there. */
  const set = (to) => {
    const middle = [(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth, (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight];
    wanted = typeof to === "number" ? Math.max(whole() / 2, 0.05, Math.min(to, LARGEST)) : to;
    draw();
    frame.scrollLeft = middle[0] * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = middle[1] * frame.scrollHeight - frame.clientHeight / 2;
  };
  const button = (id, sign, run) => h("button", { class: "plain", id, "aria-label": t(id), title: t(id), onclick: run }, sign);
  const buttons = h("div", { class: "row zoom" }, button("zoomOut", "−", () => set(scale() / 1.3)), button("zoomIn", "+", () => set(scale() * 1.3)),
    h("button", { class: "plain", id: "zoomFit", onclick: () => set(wanted === "whole" ? null : "whole") }, t("zoomFit")), note);

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    set(scale() * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
  }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    const by = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[event.key];
    if (event.ctrlKey || event.metaKey || (!by && event.key !== "0")) return;
    event.preventDefault();
    set(by ? scale() * by : "whole");
  });
  // A finger scrolls by itself; a mouse pulls.
  let grip = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    grip = [event.clientX + frame.scrollLeft, event.clientY + frame.scrollTop];
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (grip) [frame.scrollLeft, frame.scrollTop] = [grip[0] - event.clientX, grip[1] - event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => (grip = null));
  const watch = new ResizeObserver(() => draw());
  watch.observe(frame);

  return {
    node: h("div", { class: "framed" }, frame, buttons),
    /** Another drawing. */
    measure: (wide, high) => {
      size = [wide, high];
      draw();
    },
    /** Keeps a part in sight. */
    follow: (part) => {
      const [place, box] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
      if (box.left < place.left + 20 || box.right > place.right - 20) frame.scrollLeft += (box.left + box.right - place.left - place.right) / 2;
      if (box.top < place.top + 4 || box.bottom > place.bottom - 4) frame.scrollTop += (box.top + box.bottom - place.top - place.bottom) / 2;
    },
    leave: () => watch.disconnect(),
  };
}
