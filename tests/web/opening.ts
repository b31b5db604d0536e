/** How something comes to lie over a page, and what finishes it. */
export interface Opening {
  /** Opens the page. */
  at: () => unknown
  /** What is pressed or done once before the opener is there. */
  first?: readonly Step[]
  /** What is pressed to open it, by name: a button, or a menu's button and one of its items. */
  press: readonly (string | RegExp)[]
  /** What finishes it, other than leaving it; a question is finished by its last button unless this says otherwise. */
  finish?: readonly Step[]
}
export type Step = string | RegExp | (() => unknown)
