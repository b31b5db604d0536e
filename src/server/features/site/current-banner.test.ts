import { expect, test } from 'vitest'
import { launchPromotion } from '../../../sandbox/stripe/demo.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { createCurrentBanner } from './current-banner.ts'

const { deps, sandbox, customer } = await createTestWorld()
const banner = (code?: string) =>
  createCurrentBanner({
    ...deps,
    config: { ...deps.config, banner: { text: 'Cheaper now', version: '1', code } },
  })
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
  const naming = createCurrentBanner({
    ...deps,
    config: { ...deps.config, banner: { text, version: '1', code } },
  })
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
