import { useEffect, useLayoutEffect } from 'react'
import { Outlet } from 'react-router'
import { commandPalette, useIsPaletteOpen } from '#ui/frame/command-palette.ts'
import { shortcutOf } from '#ui/keys.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { openDialog } from '#ui/open-dialog.ts'
import { whenIdle } from '#ui/when-idle.ts'

const load = () => import('./palette-dialog.tsx')
const PaletteDialog = lateDialog(load, { frame: 'medium', title: 'Find anything' })

/** Something over the page asks for an answer, and may hold what was typed: it is not left by a shortcut. */
const isAsked = () => document.querySelector(openDialog) !== null

/** The pages of a customer, with the palette over each of them for the keys that open it. */
export function WithCommandPalette() {
  const isOpen = useIsPaletteOpen()
  // Before the page can be seen: whoever sees it may press its key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || shortcutOf(event) !== 'k') return
      // Browsers have something of their own on these keys.
      event.preventDefault()
      if (isOpen || !isAsked()) commandPalette.toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOpen])
  // What is typed right after the keys is meant for the field, which should be there by then.
  useEffect(
    () =>
      void whenIdle()
        .then(load)
        .catch(() => {}),
    [],
  )
  // A customer who is signed out meanwhile does not find it open at the next sign-in.
  useEffect(() => commandPalette.close, [])
  return (
    <>
      <Outlet />
      {isOpen && <PaletteDialog onClose={commandPalette.close} />}
    </>
  )
}
