import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { customerOpenings } from '#tests/web/customer-openings.ts'
import { drawnBy, layers, nameOf, pressNamed } from '#tests/web/layers.ts'
import type { Opening, Step } from '#tests/web/opening.ts'
import { staffOpenings } from '#tests/web/staff-openings.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { doublePressMs } from '#ui/use-second-press.ts'

beforeAll(keepFocus)

const topmost = () => layers().at(-1)
const isQuestion = (layer: Element) => layer.getAttribute('role') === 'alertdialog'
const discards = () => page.getByRole('alertdialog', { name: 'Discard your changes?' }).elements()
/** What leaves a layer by its name. */
const leaves = /^(Cancel|Close|Done|Not now|Leave it|Keep editing)$/

/** What each component has been seen to open, by title. */
const seen = new Map<string, Set<string>>()

function note(layer: HTMLElement): void {
  const title = layer.getAttribute('aria-labelledby')
  const name = (title && document.getElementById(title)?.textContent) || layer.ariaLabel || layer.id
  for (const component of drawnBy(layer))
    seen.set(component, (seen.get(component) ?? new Set()).add(`${layer.role} ${name}`))
}

async function take(step: Step): Promise<void> {
  if (typeof step === 'function') await step()
  else await pressNamed(step)
}

/** Presses the opener, and waits until the focus is in what it has opened; who gets it back is what was pressed outside menus. */
async function open({ press }: Opening): Promise<{ opener: HTMLElement; layer: HTMLElement }> {
  const before = layers()
  let opener: HTMLElement | undefined
  for (const name of press) {
    const menu = topmost()?.role === 'menu'
    const pressed = await pressNamed(name)
    if (!menu) opener = pressed
  }
  const opened = () => {
    const layer = topmost()
    return layer && !before.includes(layer) && layer.contains(document.activeElement) ? layer : undefined
  }
  await expect.poll(() => drawn(opened()), { message: 'it is open and has the focus' }).toBeDefined()
  const layer = opened()
  if (!opener || !layer) throw new Error('Nothing was pressed.')
  // The button of a menu that comes late is made anew when that is there.
  const again = layer.role === 'menu' && layer.getAttribute('aria-labelledby')
  if (again) opener = document.getElementById(again) ?? opener
  note(layer)
  return { opener, layer }
}
/** Not the place of one whose code is still on its way. */
const drawn = (layer: HTMLElement | undefined) =>
  layer?.tagName === 'DIALOG' || layer?.querySelector('[aria-label=Loading]') ? undefined : layer

async function left(layer: Element): Promise<void> {
  await expect.poll(() => !layer.isConnected || discards().length > 0, { message: 'it is left' }).toBe(true)
  if (discards().length > 0) await pressNamed('Discard changes')
  await expect.poll(() => layer.isConnected, { message: 'it is gone' }).toBe(false)
}

/** A corner of the page that it does not cover; it may fill a phone. */
function besideOf(layer: Element): { x: number; y: number } | undefined {
  const { innerWidth: width, innerHeight: height } = window
  const corners = [3, width - 3].flatMap((x) => [3, height - 3].map((y) => ({ x, y })))
  return corners.find(({ x, y }) => !layer.contains(document.elementFromPoint(x, y)))
}

/**
 * One press beside it, when it can be no second press of a double one any more; Escape where it fills the page. What
 * closes by a change of the address stands for a moment after it, and one more press would take the focus from where it
 * went.
 */
async function pressBeside(layer: Element): Promise<void> {
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(doublePressMs)
  const position = besideOf(layer)
  if (position) await page.elementLocator(document.body).click({ position, force: true })
  else await userEvent.keyboard('{Escape}')
}

const lost = () => {
  const { activeElement: at } = document
  return !at || at === document.body || at.id === 'content' || at.tagName === 'MAIN'
}

async function expectBack(opener: HTMLElement, way: string): Promise<void> {
  await expect
    .poll(() => (opener.isConnected ? document.activeElement === opener : !lost()), {
      message: `${way} gives the focus back to ${nameOf(opener)}`,
    })
    .toBe(true)
}

const titleOf = ({ press, first = [] }: Opening) =>
  [...first.filter((step) => typeof step !== 'function'), ...press].join(' → ')

const all = Object.entries({ customers: customerOpenings, staff: staffOpenings }).flatMap(
  ([whose, openings]) => openings.map((opening) => [whose, titleOf(opening), opening] as const),
)
test.each(all)('%s, %s: whatever closes it, the focus is where it was', async (_whose, _title, opening) => {
  await opening.at()
  for (const step of opening.first ?? []) await take(step)
  const { opener, layer } = await open(opening)
  // A form within it may have a Cancel of its own.
  const among = isQuestion(layer) ? 'button' : ':is(header, footer) button'
  const buttons = [...layer.querySelectorAll(among)].map(nameOf)
  const leavers = [...new Set(buttons.filter((name) => leaves.test(name)))]
  await userEvent.keyboard('{Escape}')
  await left(layer)
  await expectBack(opener, 'Escape')
  for (const name of leavers) {
    const again = await open(opening)
    await pressNamed(name, among)
    await left(again.layer)
    await expectBack(again.opener, name)
  }
  if (!isQuestion(layer)) {
    const again = await open(opening)
    await pressBeside(again.layer)
    await left(again.layer)
    await expectBack(again.opener, 'A press outside')
  }
  const finish = opening.finish ?? (isQuestion(layer) ? buttons.slice(-1) : [])
  if (finish.length === 0) return
  const last = await open(opening)
  const { pathname } = window.location
  for (const step of finish) await take(step)
  await expect.poll(() => last.layer.isConnected, { message: 'it is finished' }).toBe(false)
  // What leads to another page begins there, and what opens the next dialog leads into it.
  if (window.location.pathname === pathname && !topmost()) await expectBack(last.opener, 'Finishing')
})

const sources = import.meta.glob<string>(
  [
    '../{console,website}/**/*.tsx',
    '../../features/*/{console,web}/**/*.tsx',
    '../../ui/{console,frame}/**/*.tsx',
    '!./kit/**',
    '!**/*.test.tsx',
  ],
  { eager: true, import: 'default', query: '?raw' },
)

/** Which component draws how many things that lie over the page. */
function drawing(): Map<string, number> {
  const texts = Object.values(sources)
  const late = new Set(
    texts.flatMap((text) => [...text.matchAll(/const (\w+) = lateDialog\(/g)].map(([, name]) => name)),
  )
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const { 1: tag = '', index } of text.matchAll(/(?<!\w)<([A-Z]\w*)(?=[\s/>])/g)) {
      if (!/(Dialog|Sheet|Menu)$/.test(tag) && !late.has(tag)) continue
      if (/^(KeptDialog|OpenDialog|ConsoleMenu)$/.test(tag)) continue
      const [, name] =
        [
          ...text
            .slice(0, index)
            .matchAll(/^(?:export )?(?:default )?(?:function |const )([A-Z]\w*)(?: = )?(?:<[^>]*>)?\(/gm),
        ].at(-1) ?? []
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return counts
}

/**
 * What no single press opens with the answers at hand: it takes the place of a dialog that is left above, follows an
 * answer to one, or needs an order or update in the making. Whoever adds to these says so here.
 */
const followOn = new Set([
  ...[
    'ConfirmItIsYou',
    'NewCodesDialog',
    'ReplacedDialog',
    'ForwardingProgress',
    'ConfirmUsernames',
    'ConfirmUpdate',
    'EndOtherPayments',
  ],
  ...['AddCustomerDialog', 'OneTimePassword', 'NewPassword', 'RefundAgain'],
  ...['OpenJob', 'RunningJob', 'SmartleadBulkUpdatePage', 'ExportSelectedDialog', 'CorrectCredentialsDialog'],
  ...['ChooseAnotherDialog', 'IsItYours', 'OwnershipDialog', 'UseSpareCard', 'DnsInstructions'],
  ...['RemoveCredentials', 'PriceListForm', 'BrandForm', 'AskBeforeLeaving', 'ExportMailboxesDialog'],
])

test('every component that draws a dialog, a sheet or a menu has been left above', () => {
  const missing = [...drawing()].filter(
    ([component, count]) => !followOn.has(component) && (seen.get(component)?.size ?? 0) < count,
  )
  expect(
    missing.map(([component, count]) => `${component}: ${seen.get(component)?.size ?? 0} of ${count}`),
  ).toEqual([])
})
