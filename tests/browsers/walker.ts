import type { Engine } from './engine.ts'
import { until } from './until.ts'

/** Of the elements that a walk presses, what may have the role. */
const roles = {
  button: 'button:not([role]), [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  field: 'input, textarea',
  link: 'a[href]',
  radio: 'input[type=radio], [role=radio]',
}
type Role = keyof typeof roles

const marked = '[data-pressed-next]'

/** Somebody at a browser, who finds things by what they are called and waits for what they expect. */
export class Walker {
  readonly engine: Engine
  readonly origin: string

  constructor(engine: Engine, origin: string) {
    this.engine = engine
    this.origin = origin
  }

  goto = (path: string): Promise<void> => this.engine.goto(new URL(path, this.origin).href)

  /** Presses the first of such a name that can be reached. */
  async click(role: Role, name: string): Promise<void> {
    await this.finds(role, name)
    await this.engine.press(marked)
  }

  /** Writes into a field in the place of what it has. */
  async fill(label: string, text: string): Promise<void> {
    await this.finds('field', label)
    await this.#evaluate((selector) => document.querySelector<HTMLInputElement>(selector)?.select(), marked)
    await this.engine.type(marked, text)
  }

  /** Ticks a box that is not ticked. */
  async tick(name: string): Promise<void> {
    await this.finds('checkbox', name)
    const isTicked = (selector: string) => document.querySelector(selector)?.ariaChecked === 'true'
    if (!(await this.#evaluate(isTicked, marked))) await this.engine.press(marked)
  }

  /** Waits for a text on the page, and returns it. */
  async sees(text: string | RegExp): Promise<string> {
    const page = () => this.#evaluate(() => document.body.innerText)
    return until(`the page says “${text}”`, async () =>
      typeof text === 'string' ? (await page()).includes(text) && text : text.exec(await page())?.[0],
    )
  }

  /** Waits for an address. */
  isAt = (path: string): Promise<unknown> =>
    until(`the address begins with ${path}`, async () =>
      (await this.#evaluate(() => location.href)).startsWith(new URL(path, this.origin).href),
    )

  /** Waits for something that could be pressed. A name with … at its end is how it begins. */
  async finds(role: Role, name: string): Promise<void> {
    const start = name.replace(/…$/, '')
    let before: string | null = null
    await until(`there is a ${role} “${name}”`, async () => {
      const place = await this.#evaluate(markInPage, roles[role], start, start === name, marked)
      // What still moves would be missed.
      const isStill = place !== null && place === before
      before = place
      return isStill
    })
  }

  /** Runs a function in the page: it sees nothing but what it is given. */
  #evaluate = async <A extends readonly unknown[], R>(ask: (...args: A) => R, ...args: A): Promise<R> =>
    (await this.engine.run(`return (${ask})(...${JSON.stringify(args)})`)) as R
}

/**
 * Runs in the page: marks the first element of such a name that a press would reach, brought into view. Of two of a
 * name, one of which lies under a dialog, it is the other.
 * @returns where it is
 */
function markInPage(selector: string, name: string, isWhole: boolean, mark: string): string | null {
  const textOf = (elements: Iterable<Element | null>) =>
    [...elements]
      .map((element) => {
        const copy = element?.cloneNode(true) as Element | undefined
        for (const hidden of copy?.querySelectorAll('[aria-hidden=true], [hidden]') ?? []) hidden.remove()
        return copy?.textContent
      })
      .join(' ')
  const isNamed = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    const { labels } = element as HTMLInputElement
    const text =
      element.ariaLabel ??
      textOf(ids?.map((id) => document.getElementById(id)) ?? (labels?.length ? labels : [element]))
    const words = text.trim().replace(/\s+/g, ' ')
    return isWhole ? words === name : words.startsWith(name)
  }
  const isReached = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(hit) || hit?.closest('label')?.control === element
  }
  const isReachedOnceInView = (element: Element) => {
    if (isReached(element)) return true
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return isReached(element)
  }
  const attribute = mark.slice(1, -1)
  document.querySelector(mark)?.removeAttribute(attribute)
  const found = [...document.querySelectorAll(selector)].find(
    (element) => isNamed(element) && element.checkVisibility() && isReachedOnceInView(element),
  )
  if (!found) return null
  found.setAttribute(attribute, '')
  const { x, y } = found.getBoundingClientRect()
  return `${x} ${y}`
}
