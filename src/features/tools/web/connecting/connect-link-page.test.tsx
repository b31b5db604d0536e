import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { openConnectLink } from '../../api/connecting.ts'
import { connectingMessages } from '../../rules/connecting-texts.ts'

const main = page.getByRole('main')

test.each([
  ['without a link', '/connect', undefined],
  ['with one that was used', '/connect#used', connectingMessages.used],
])('who comes %s is told whom to ask, and can sign in', async (_, address, message) => {
  if (message) network.refuse(openConnectLink, { status: 403, code: 'forbidden', message })
  openPage(address, { as: null })
  if (message) await expect.element(main.getByText(message)).toBeVisible()
  await expect.element(main.getByText('Ask whoever sent you the link for a new one.')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  await expect.element(main).not.toMatchTextContent(/npm run/)
})
