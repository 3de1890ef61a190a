// A finger that stays on a chip puts it down again and again until it is lifted; one undo takes all
// of them back.

const AFTER = 450;
const EVERY = 160;

/**
 * Repeat what a held element does (`data-repeats`); the click that ends the hold does nothing more.
 * @param {{ act: (element: HTMLElement, isAgain: boolean) => void, page?: Document }} parts
 */
export function repeatWhileHeld({ act, page = document }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {HTMLElement | null} */
  let held = null;
  let times = 0;
  const again = () => {
    if (!held) return;
    act(held, times > 0);
    times += 1;
    timer = setTimeout(again, EVERY);
  };
  const end = () => {
    clearTimeout(timer);
    held = null;
  };
  page.addEventListener("pointerdown", (event) => {
    end();
    times = 0;
    held = /** @type {Element} */ (event.target).closest("[data-repeats]");
    if (held) timer = setTimeout(again, AFTER);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) page.addEventListener(name, end);
  page.addEventListener(
    "click",
    (event) => {
      if (!times) return;
      times = 0;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
}
