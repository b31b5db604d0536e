import { eq, inArray } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { workItems } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { testDkimKey } from '#tests/server/test-dkim-key.ts'
import { dkimKeyMessages } from '../rules/dkim-key.ts'

/** Work of one kind about so many domains, whose names begin with a word of this test's. */
async function made({ db }: Dependencies, kind: string, word: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, n) => `${word}${n}.com`)
  // The first rows of the lists: rows that are far from the visible ones do not exist.
  const before = Date.now() - 86_400_000
  await db.insert(workItems).values(
    names.map((subject, n) => ({
      id: newId('workItem'),
      kind,
      subject,
      instructions: `Do it for ${subject}.`,
      createdAt: new Date(before + n),
    })),
  )
  return names
}
const about = ({ db }: Dependencies, names: string[]) =>
  db.select().from(workItems).where(inArray(workItems.subject, names))
const word = (start: string) => `${start}${Date.now().toString(36)}x${process.env.TEST_PARALLEL_INDEX}n`

test('fifty DKIM keys are answered by one paste, and none of a table with wrong lines', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'technician')
  const names = await made(deps, 'dkim_key', word('key'), 50)
  const keys = names.map((_, n) => testDkimKey(`key ${n % 5}`))
  await page.goto('/operator/work')
  await page.getByRole('link', { name: 'Google DKIM' }).click()
  await expect(page).toHaveTitle('Google DKIM · Console · Inboxyard')
  const row = (name = '') => page.getByRole('row').filter({ hasText: name })
  await expect(row(names[0])).toContainText('Key needed')
  await expect(page.getByRole('link', { name: `Admin console for ${names[0]}` })).toHaveAttribute(
    'href',
    /^https:\/\/accounts\.google\.com\/AccountChooser\?.*admin\.google\.com/,
  )
  await expectAccessible(page)

  const table = page.getByLabel('Table')
  const lines = names.map((name, n) => `${name}\tgoogle\t"${keys[n]}"`)
  const wrong = [...lines]
  wrong[6] = `${names[6]}\tgoogle\t${keys[6]?.slice(0, -8)}`
  wrong[8] = `elsewhere.org\tgoogle\t${keys[8]}`
  await table.fill(['Domain\tPrefix\tTXT value', ...wrong].join('\n'))
  await page.getByRole('button', { name: 'Answer all' }).click()
  await expect(page.getByText('2 lines refused; nothing was taken.')).toBeVisible()
  await expect(page.getByText(`Line 8: ${dkimKeyMessages.cut}`)).toBeVisible()
  await expect(page.getByText('Line 10: No key is asked for elsewhere.org.')).toBeVisible()
  await expectAccessible(page)
  expect((await about(deps, names)).every(({ answer }) => answer === null)).toBe(true)

  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await table.fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Answer all' }).dblclick()
  await expectTold(page, '50 keys noted. They are published now.')
  await expect(table).toHaveValue('')
  expect(requests.filter((path) => path === '/api/operator/work/answers')).toHaveLength(1)
  const answered = await about(deps, names)
  expect(Object.fromEntries(answered.map(({ subject, answer }) => [subject, answer?.txt]))).toEqual(
    Object.fromEntries(names.map((name, n) => [name, keys[n]])),
  )
  await expect(row(names[0])).toContainText('Being published')

  // What is seen in DNS shows by itself, and is started with a press for all that are chosen.
  await made(deps, 'dkim_start', names[0]?.slice(0, -5) ?? '', 2)
  await expect(row(names[0])).toContainText('In DNS: start it')
  await expect(row(names[1])).toContainText('In DNS: start it')
  await page.getByRole('checkbox', { name: `Choose ${names[0]}` }).click()
  await page.getByRole('checkbox', { name: `Choose ${names[1]}` }).click()
  await page.getByRole('button', { name: 'I have started authentication' }).click()
  await expectTold(page, 'Noted for 2 domains. A message is sent to see it.')
  await expect(row(names[0])).toContainText('Started')
})

test('a file of keys is dropped or chosen, and one that is no table changes nothing', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'technician')
  const [name = ''] = await made(deps, 'dkim_key', word('file'), 1)
  await page.goto('/operator/work/dkim')
  const choose = (text: string) =>
    page
      .getByLabel('File with keys')
      .setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('\u0000PNG')
  await page.getByRole('button', { name: 'Answer all' }).click()
  await expect(page.getByText('1 line refused; nothing was taken.')).toBeVisible()
  await choose(`Domain,Key\n${name},"${testDkimKey('file')}"\n`)
  await page.getByRole('button', { name: 'Answer all' }).click()
  await expectTold(page, '1 key noted. They are published now.')
})

test('work is filtered, chosen with keys and answered together; a refused answer says why', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'support')
  const start = word('done')
  const names = await made(deps, 'tool_upload', start, 3)
  const [cnames = ''] = await made(deps, 'dkim_cnames', word('cname'), 1)
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Work', exact: true }).click()
  await page.getByLabel('Kind').selectOption('Upload mailboxes')
  await expect(page).toHaveURL(/kind=tool_upload/)
  const choice = (name = '') => page.getByRole('checkbox', { name: `Choose Upload mailboxes: ${name}` })
  await choice(names[0]).click()
  await choice(names[1]).focus()
  await page.keyboard.press('x')
  await expect(page.getByText('2 items chosen')).toBeVisible()
  await expectAccessible(page)
  // Somebody else is done with one of them meanwhile.
  await deps.db
    .update(workItems)
    .set({ closedAt: new Date() })
    .where(eq(workItems.subject, names[0] ?? ''))
  await page.getByRole('button', { name: 'Say that they are done' }).click()
  await expect(page.getByText('Upload mailboxes: 2')).toBeVisible()
  await page.getByRole('button', { name: 'They are done' }).click()
  await expectTold(page, '1 answer noted. What waited is being looked at now.')
  await expect(page.getByText('1 answer refused; nothing of it was changed.')).toBeVisible()
  await expect(choice(names[1])).toHaveCount(0)
  await expect(choice(names[2])).toBeVisible()

  await page.getByLabel('Kind').selectOption('Make DKIM keys at Microsoft')
  await page.getByRole('button', { name: `Answer Make DKIM keys at Microsoft: ${cnames}` }).click()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByText('What the CNAME of selector1 points to is missing.')).toBeVisible()
  await expectAccessible(page)
  const value = (n: number) => `selector${n}-acme-com._domainkey.acme.onmicrosoft.com`
  await page.getByLabel('What the CNAME of selector1 points to').fill(value(2))
  await page.getByLabel('What the CNAME of selector2 points to').fill(value(2))
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(
    page.getByText('It has to begin with selector1- and to name a host below _domainkey.'),
  ).toBeVisible()
  await page.getByLabel('What the CNAME of selector1 points to').fill(value(1))
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expectTold(page, 'Noted. What waited for it is being looked at now.')
  await page.getByLabel('State').selectOption('Answered, not seen yet')
  await expect(page.getByRole('row').filter({ hasText: cnames })).toContainText('answered')
})
