import { type RefObject, useInsertionEffect, useRef } from 'react'

/** What opened something over the page, with what it stood in, from the nearest: it may be gone by the time that closes. */
export type Opener = readonly Element[]

/** That of the last one opened: one that takes its place at once finds no focus anywhere. */
let last: Opener = []

/** The button of the menu that an element is in. */
export function menuButton(element: Element | null): HTMLElement | null {
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

/** Where the focus is, or the button of the menu that it is in, which closes. */
function whereFrom(): Opener {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body) return last
  const chain: Element[] = []
  for (let at: Element | null = menuButton(activeElement) ?? activeElement; at; at = at.parentElement)
    chain.push(at)
  return chain
}

/** Remembers where the focus was when something opened over the page. */
export function useOpener(open: boolean): RefObject<Opener> {
  const opener = useRef<Opener>([])
  // Before anything in it is drawn: a field with `autoFocus` takes the focus as it is, and no dialog tells of that.
  useInsertionEffect(() => {
    if (!open) return
    opener.current = whereFrom()
    last = opener.current
  }, [open])
  return opener
}

/** It has closed, and gives the focus back. */
export function forgetOpener(opener: Opener): void {
  if (last === opener) last = []
}
