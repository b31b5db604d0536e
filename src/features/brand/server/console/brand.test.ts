import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDependencies } from '#apps/server/build-dependencies.ts'
import { type BrandChoice, choiceOf } from '#base/brand/brand.ts'
import { brandVersions, outbox } from '#base/db/schema/index.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'

const product = await createTestApp()
const { deps, database, visitor } = product
const { db } = deps
let owner: TestStaff
beforeAll(async () => {
  owner = await joinedStaff(product, 'owner')
})

// Another process of the same installation.
const other = buildDependencies({
  config: deps.config,
  log: deps.log,
  database,
  databaseUrl: database.url,
  works: false,
})
beforeAll(() => other.queue.start())
afterAll(async () => {
  await other.queue.stop()
  await other.listener.close()
})

const save = (change: Partial<BrandChoice>) =>
  owner.post('/api/operator/brand', {
    basedOn: deps.brand.version,
    brand: { ...choiceOf(deps.brand.now), ...change },
  })
const config = async () => (await visitor().get('/api/config')).body
const alert = async (key: string) => {
  await db.transaction((tx) => other.alert(tx, { key, subject: 'Look', text: 'Please.' }))
  return (await db.select().from(outbox)).find(({ dedupeKey }) => dedupeKey === `alert:${key}`)
}

describe('a brand that is changed', () => {
  test('is known everywhere at once: pages, mails, alerts, and other processes', async () => {
    other.brand.follow(other.listener)
    const heard = new Promise<void>((resolve) => other.brand.onChange(resolve))
    const before = await config()
    const accent = { light: '#0f6b3c', dark: '#6fdc9f' }
    const answer = await save({
      productName: ' Acme Mail ',
      supportEmail: 'Help@Acme.example',
      helpUrl: 'https://help.acme.example/start',
      mailFooter: 'Acme Ltd\r\n1 Street',
      accent,
    })
    expect(answer.body).toEqual({
      version: 1,
      message: 'Saved as version 1: product name, support address, help link, mail footer, and colours.',
    })
    expect(await config()).toMatchObject({
      productName: 'Acme Mail',
      supportEmail: 'help@acme.example',
      helpUrl: 'https://help.acme.example/start',
    })
    expect((await config()).styles).not.toBe(before.styles)
    await heard
    expect(other.brand.now).toEqual(deps.brand.now)
    // Written by the other process; what goes to the operator has no footer.
    expect(await alert('one')).toMatchObject({ subject: '[Acme Mail] Look', body: 'Please.' })
    const put = { key: 'footed', to: 'ada@example.test', subject: 'Hello', text: 'Hello.' }
    await db.transaction((tx) => other.outbox.put(tx, put))
    const [mail] = await db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(1)
    expect(mail?.body).toBe('Hello.\n\n-- \nAcme Ltd\n1 Street')
  })

  test('has styles that are kept under the address of their version, and under no other', async () => {
    const { styles } = await config()
    const now = await visitor().get(`/brand.css?v=${styles}`)
    expect(now.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(now.body).toContain('--color-accent:light-dark(#0f6b3c,#6fdc9f);')
    const older = await visitor().get('/brand.css?v=older')
    expect(older.headers['cache-control']).toBe('no-cache')
  })

  test('is not overwritten by who has not seen it', async () => {
    const late = await owner.post('/api/operator/brand', {
      basedOn: 0,
      brand: { ...choiceOf(deps.brand.now), productName: 'Late' },
    })
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('meanwhile') } })
    const both = await Promise.all(['One', 'Two'].map((productName) => save({ productName })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { version } = deps.brand
    const restored = await owner.post('/api/operator/brand/restore', { version: 0, basedOn: version - 1 })
    expect(restored).toMatchObject({ status: 409, body: { message: expect.stringContaining('meanwhile') } })
    expect(deps.brand.version).toBe(version)
  })

  test('shows its banner again to those who closed it only when the banner says something else', async () => {
    const banner = { text: 'Ten off', code: null, from: null, until: null }
    await save({ banner })
    const first = (await config()).banner.version
    await save({ banner: { ...banner, until: '2099-01-01T00:00:00.000Z' } })
    expect((await config()).banner.version).toBe(first)
    await save({ banner: { ...banner, text: 'Twenty off' } })
    expect((await config()).banner.version).not.toBe(first)
  })

  test('comes back as a new version, and every version is kept', async () => {
    const { version } = deps.brand
    const back = await owner.post('/api/operator/brand/restore', { version: 1 })
    expect(back.body.version).toBe(version + 1)
    expect((await config()).productName).toBe('Acme Mail')
    expect(await owner.post('/api/operator/brand/restore', { version: 1 })).toMatchObject({ status: 422 })
    expect(await owner.post('/api/operator/brand/restore', { version: 99 })).toMatchObject({ status: 404 })
    await owner.post('/api/operator/brand/restore', { version: 0 })
    expect(choiceOf(deps.brand.now)).toEqual(choiceOf(deps.brand.shipped))
    const { versions } = (await owner.get('/api/operator/brand')).body
    expect(versions[0]).toMatchObject({ version: version + 2, by: 'Sam Staff', restored: 0 })
    expect(versions.at(-1).changes).toEqual([
      'product name',
      'support address',
      'help link',
      'mail footer',
      'colours',
    ])
    expect(await db.$count(brandVersions)).toBe(version + 2)
  })

  test('is what the environment says where a stored value would be refused today', async () => {
    const values = { ...deps.brand.now, productName: 'Kept', supportEmail: 'no address', accent: 'red' }
    const version = deps.brand.version + 1
    await db.insert(brandVersions).values({ version, madeBy: 'an older release', values })
    await deps.brand.reload()
    expect(choiceOf(deps.brand.now)).toEqual({ ...choiceOf(deps.brand.shipped), productName: 'Kept' })
  })
})

test.each<[string, Partial<Record<keyof BrandChoice, unknown>>, string]>([
  ['an accent that cannot be read', { accent: { light: '#ffe600', dark: '#ffe600' } }, 'brand.accent.light'],
  ['a colour that is none', { accent: { light: 'red', dark: '#ffe600' } }, 'brand.accent.light'],
  ['a name of nothing', { productName: '  ' }, 'brand.productName'],
  ['a name that is too long', { productName: 'x'.repeat(41) }, 'brand.productName'],
  ['a name with a turned direction', { productName: 'Acme\u202e' }, 'brand.productName'],
  ['a help link that runs', { helpUrl: 'javascript:alert(1)' }, 'brand.helpUrl'],
  ['a support address that is none', { supportEmail: 'help' }, 'brand.supportEmail'],
  [
    'a banner that ends before it begins',
    {
      banner: {
        text: 'Now',
        code: null,
        from: '2026-02-01T00:00:00.000Z',
        until: '2026-01-01T00:00:00.000Z',
      },
    },
    'brand.banner.until',
  ],
  ['a picture that is not stored', { logo: '0'.repeat(64) }, 'logo'],
])('%s is refused beside its field, and nothing changes', async (_, change, field) => {
  const { version } = deps.brand
  const { status, body } = await save(change as Partial<BrandChoice>)
  expect([400, 422]).toContain(status)
  expect(Object.keys(body.fields)).toContain(field)
  expect(deps.brand.version).toBe(version)
})
