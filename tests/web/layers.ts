import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openDialog } from '#ui/open-dialog.ts'

const pressable =
  'button, a[href], summary, [role=menuitem], [role=tab], [role=radio], [role=checkbox], input:is([type=checkbox], [type=radio])'

/** What lies over the page, the topmost last: dialogs, sheets and menus. */
export const layers = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${openDialog}, [role=menu]:not([data-state=closed])`),
]

export function nameOf(element: Element): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
  return (element.getAttribute('aria-label') ?? label ?? '').trim()
}

const isNamed = (element: Element, name: string | RegExp) =>
  typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element))

/** Waits for what has this name in the topmost layer, or on the page where there is none, and presses it. */
export async function pressNamed(name: string | RegExp, among = pressable): Promise<HTMLElement> {
  const find = () =>
    [...(layers().at(-1) ?? document.body).querySelectorAll<HTMLElement>(among)].find(
      (element) => element.checkVisibility() && isNamed(element, name),
    )
  await expect.poll(find, { message: `“${name}” is there`, timeout: 15_000 }).toBeDefined()
  const element = find()
  if (!element) throw new Error(`“${name}” went away.`)
  // One that says why it cannot be used is pressed all the same.
  await page.elementLocator(element).click({ force: element.ariaDisabled === 'true' })
  return element
}

interface Fiber {
  type: unknown
  return: Fiber | null
}

/** The names of the components that something was drawn by, as React keeps them beside it. */
export function drawnBy(element: Element): string[] {
  const [, root] = Object.entries(element).find(([key]) => key.startsWith('__reactFiber$')) ?? []
  const names: string[] = []
  for (let fiber = root as Fiber | null; fiber; fiber = fiber.return)
    if (typeof fiber.type === 'function') names.push(fiber.type.name)
  return names
}
