/** What differs from browser to browser. What a walk does is the same in all of them: see `Walker`. */
export interface Engine {
  goto: (url: string) => Promise<void>
  /** The browser's own way back; not where its driver cannot. */
  back?: () => Promise<void>
  /** Runs a script in the page, whose last line returns what is wanted. */
  run: (script: string) => Promise<unknown>
  /** Presses in the middle of an element, as a mouse does. */
  press: (selector: string) => Promise<void>
  /** Types into an element, by its keys. */
  type: (selector: string, text: string) => Promise<void>
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}
