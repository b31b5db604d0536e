import { expect, test } from 'vitest'
import type { Brand } from '#base/brand/brand.ts'
import { createLiveBrand } from '#base/brand/server/live-brand.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { launchPromotion } from '#vendors/stripe/simulator/demo.ts'
import { createCurrentBanner } from './current-banner.ts'

const { deps, sandbox, customer } = await createTestWorld()
const withBanner = (banner: Partial<NonNullable<Brand['banner']>>) => {
  const shipped: Brand = {
    ...deps.brand.shipped,
    bannerVersion: '1',
    banner: { text: 'Cheaper now', code: null, from: null, until: null, ...banner },
  }
  return createCurrentBanner({ ...deps, brand: createLiveBrand(shipped, deps) })
}
const banner = (code: string | null = null) => withBanner({ code })
const shown = { text: 'Cheaper now', version: '1' }

test('the banner is shown while its promotion is valid', async () => {
  expect(await banner(launchPromotion.code)()).toEqual(shown)
  expect(await banner('SPRING20')()).toBeNull()
  expect(await banner('NOSUCHCODE')()).toBeNull()
  const { body } = await (await customer()).get('/api/config')
  expect(body.banner.text).toContain(launchPromotion.code)
})

test('a code is told apart where the text names it', async () => {
  const { code } = launchPromotion
  const text = `Cheaper now with ${code}`
  const naming = withBanner({ text, code })
  expect(await naming()).toEqual({ text, version: '1', code })
})

test('a banner without a promotion is nobody’s business but the operator’s', async () => {
  expect(await banner()()).toEqual(shown)
})

test('nothing is promised that could not be asked, and it is asked again for the next visitor', async () => {
  const current = banner(launchPromotion.code)
  sandbox.faults.add({ vendor: 'stripe', kind: '500', times: 10 })
  expect(await current()).toBeNull()
  sandbox.faults.clear()
  expect(await current()).toEqual(shown)
})

test('it is shown in its time, and neither before nor after', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  expect(await withBanner({ from: at(-1), until: at(1) })()).toEqual(shown)
  expect(await withBanner({ from: at(1) })()).toBeNull()
  expect(await withBanner({ until: at(-1) })()).toBeNull()
})
