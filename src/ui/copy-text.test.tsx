import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#tests/web/open-page.tsx'
import { CopyButton } from './copy-button.tsx'
import { SecretField } from './secret-field.tsx'

/** Gives the page another clipboard, or none, as a page has that did not come by https. */
const standIn = (clipboard: Partial<Clipboard> | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
})

const selected = () => window.getSelection()?.toString()
const said = 'Your browser did not allow copying. The text is selected, so you can copy it yourself.'
const copy = () => page.getByRole('button', { name: 'Copy API key' })

test('a stored secret goes to the clipboard as part of the press, before it has been fetched', async () => {
  const written: ClipboardItem[] = []
  standIn({
    write: async (items) => {
      written.push(...items)
      await items[0]?.getType('text/plain')
    },
    writeText: () => Promise.reject(new DOMException('The press is over.', 'NotAllowedError')),
  })
  const fetching = Promise.withResolvers<string>()
  draw(<SecretField label="API key" masked="••••4f2a" reveal={() => fetching.promise} />)
  await copy().click()
  expect(written).toHaveLength(1)
  fetching.resolve('key-4f2a')
  await expect.element(page.getByRole('status')).toMatchTextContent('Copied')
  expect(await (await written[0]?.getType('text/plain'))?.text()).toBe('key-4f2a')
})

test.each([
  ['has no clipboard', undefined],
  [
    'refuses it',
    {
      write: () => Promise.reject(new DOMException('No.', 'NotAllowedError')),
      writeText: () => Promise.reject(new DOMException('No.', 'NotAllowedError')),
    },
  ],
] as const)(
  'where the browser %s, a text is selected, and a secret is shown for it',
  async (_, clipboard) => {
    standIn(clipboard)
    draw(
      <>
        <p>
          ns1.
          <wbr />
          example.com <CopyButton value="ns1.example.com" label="Copy name server" />
        </p>
        <SecretField label="API key" masked="••••4f2a" reveal={async () => 'key-4f2a'} />
        <div>
          <ol>
            <li>AAAA-BBBB</li>
            <li>CCCC-DDDD</li>
          </ol>
          <CopyButton value={'AAAA-BBBB\nCCCC-DDDD\n'} label="Copy codes" />
        </div>
        <CopyButton value="is nowhere to be read" label="Copy link" />
      </>,
    )
    await page.getByRole('button', { name: 'Copy name server' }).click()
    await expect.element(page.getByText(said)).toBeVisible()
    expect(selected()?.trim()).toBe('ns1.example.com')
    await copy().click()
    await expect.poll(selected).toBe('key-4f2a')
    await page.getByRole('button', { name: 'Copy codes' }).click()
    await expect.poll(() => selected()?.split(/\s+/)).toEqual(['AAAA-BBBB', 'CCCC-DDDD'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(page.getByText('is nowhere to be read')).toBeVisible()
  },
)
