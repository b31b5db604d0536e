import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import {
  bisonWorkspaces,
  instantlyWorkspaces,
  listConnections,
  saveConnection,
} from '#features/tools/api/connections.ts'
import { toolCredentialMessages } from '#features/tools/rules/tool-credentials.ts'
import { bisonLookupMessages, instantlyLookupMessages } from '#features/tools/rules/workspace-lookup.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, expectTold, openOrder, pressUnavailable } from '#tests/web/open-order.ts'
import { settingsMessages } from '../rules/order-draft.ts'

const openTool = async (name: string, plan: 'azure' | 'premium' = 'premium') => {
  openOrder('/setup-domain-settings', { ...completeDraft(plan), tool: null })
  await page.getByRole('radio', { name }).click()
}
const type = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabelText(label, { exact: true }).fill(text)
}
const saveStep = () => button('Save & Continue').click()
const workspace = page.getByLabelText('Workspace', { exact: true })

test('Instantly names what is missing and what is no address', async () => {
  await openTool('Instantly')
  await saveStep()
  await expectTold(toolCredentialMessages.instantlyAll)
  await expectTold(toolCredentialMessages.instantlyApiKey)
  await type({ Username: 'ops', Password: 'p', Workspace: 'Main' })
  await expectTold(toolCredentialMessages.instantlyEmail)
  expect(network.sent(saveConnection)).toEqual([])
})

test('Smartlead names what is missing, and links that are none of a consent', async () => {
  await openTool('Smartlead')
  await saveStep()
  await expectTold(toolCredentialMessages.smartleadAll)
  await expectTold(toolCredentialMessages.smartleadApiKey)
  await expectTold(toolCredentialMessages.smartleadOauthLink)
  const elsewhere = 'https://example.com/oauth2/authorize'
  await type({ Username: 'ops', Password: 'p', 'OAuth Link': elsewhere, 'Google OAuth Link': elsewhere })
  await expectTold(toolCredentialMessages.smartleadEmail)
  await expectTold(toolCredentialMessages.smartleadOauthFormat)
  await expectTold(toolCredentialMessages.smartleadGoogleLink)
  expect(network.sent(saveConnection)).toEqual([])
})

test('Email Bison names what is missing, and what is no host', async () => {
  await openTool('Email Bison')
  await saveStep()
  await expectTold(toolCredentialMessages.bisonAll)
  await expectTold(toolCredentialMessages.bisonUrl)
  await expectTold(toolCredentialMessages.bisonApiKey)
  await expectTold(toolCredentialMessages.bisonAppId)
  await type({ URL: 'nowhere', Username: 'ops', Password: 'p', Workspace: 'Main' })
  await expectTold(toolCredentialMessages.bisonEmail)
  await expectTold(toolCredentialMessages.bisonUrlFormat)
  expect(network.sent(saveConnection)).toEqual([])
})

const host = 'https://bison.acme.test'
const workspaces = {
  data: [
    { id: 54, name: 'Main' },
    { id: 55, name: 'Client: Quillstone' },
  ],
}

test('Email Bison’s workspaces are asked of its own host, and the page says why there are none', async () => {
  await openTool('Email Bison', 'azure')
  const lookUp = () => button('Fetch Workspaces').click()
  await lookUp()
  await expectTold(bisonLookupMessages.urlMissing)
  await type({ URL: 'nowhere' })
  await lookUp()
  await expectTold(bisonLookupMessages.urlInvalid)
  await type({ URL: host })
  await lookUp()
  await expectTold(bisonLookupMessages.keyMissing)
  await type({ 'API Key': 'key-3' })
  expect(bisonLookupMessages.statusMessage).toContain('Failed to fetch workspaces ({status})')
  const answers: [Response, string | RegExp][] = [
    [
      Response.json({ message: 'Unauthenticated.' }, { status: 401 }),
      /^Failed to fetch workspaces \(401\): Unauthenticated/,
    ],
    [Response.json({ data: [] }), bisonLookupMessages.none],
    [Response.json({ nothing: true }), bisonLookupMessages.unexpected],
    [
      new Response('broken', { status: 500, statusText: 'Internal Server Error' }),
      fillMessage(bisonLookupMessages.status, { status: 500, statusText: 'Internal Server Error' }),
    ],
    [Response.json({ data: workspaces.data.slice(0, 1) }), bisonLookupMessages.onlyOne],
  ]
  for (const [answer, message] of answers) {
    network.answerElsewhere(host, () => answer)
    await lookUp()
    await expectTold(message)
  }
})

test('the workspace of Email Bison that is chosen is saved with its number', async () => {
  await openTool('Email Bison', 'azure')
  network.answerElsewhere(host, (request) =>
    request.headers.get('authorization') === 'Bearer key-3'
      ? Response.json(workspaces)
      : new Response('', { status: 401 }),
  )
  const saved = kept(saveConnection, 'saved-connection')
  network.answer(saveConnection, saved)
  await type({ URL: host, 'API Key': 'key-3' })
  await button('Fetch Workspaces').click()
  await workspace.selectOptions('Client: Quillstone')
  await type({ Username: 'ops@acme.test', Password: 'p' })
  await saveStep()
  await expectTold(settingsMessages.toolSaved)
  expect(network.sent(saveConnection).map(({ body }) => body.credentials)).toMatchObject([
    { tool: 'bison', values: { workspace: 'Client: Quillstone', workspaceId: '55', apiKey: 'key-3' } },
  ])
  expect(JSON.stringify(localStorage)).not.toContain('key-3')
})

test('a browser that Email Bison’s host refuses gets its workspaces through the server', async () => {
  await openTool('Email Bison', 'azure')
  network.answerElsewhere(host, () => Promise.reject(new TypeError('Failed to fetch')))
  await type({ URL: host, 'API Key': 'key-3' })
  network.refuse(bisonWorkspaces, { status: 502, code: 'vendor_failed', message: 'Nobody is there.' })
  await button('Fetch Workspaces').click()
  await expectTold(bisonLookupMessages.failed)
  network.answer(bisonWorkspaces, {
    data: [
      { id: '54', name: 'Main' },
      { id: '55', name: 'Client: Ferrous Labs' },
    ],
  })
  await button('Fetch Workspaces').click()
  await workspace.selectOptions('Client: Ferrous Labs')
  expect(network.sent(bisonWorkspaces).at(-1)?.body).toEqual({ url: host, apiKey: 'key-3' })
})

test('Instantly’s workspace is looked up by its key, and the page says why there is none', async () => {
  await openTool('Instantly')
  const lookUp = () => button('Fetch Workspace').click()
  await pressUnavailable(button('Fetch Workspace'))
  await expectTold(instantlyLookupMessages.loginMissing)
  await type({ Username: 'ops@acme.test', Password: 'p' })
  await lookUp()
  await expectTold(toolCredentialMessages.instantlyApiKey)
  await type({ 'API Key': 'key-1' })
  expect(instantlyLookupMessages.statusMessage).toContain('Failed to fetch workspace ({status})')
  network.refuse(instantlyWorkspaces, { status: 422, code: 'rule_broken', message: 'Invalid key' })
  await lookUp()
  await expectTold(/^Failed to fetch workspace \(422\): /)
  network.answer(instantlyWorkspaces, [])
  await lookUp()
  await expectTold(instantlyLookupMessages.none)
  network.refuse(instantlyWorkspaces, { status: 500 })
  await lookUp()
  await expectTold(fillMessage(instantlyLookupMessages.status, { status: 500, text: '' }).trim())
  network.lose(instantlyWorkspaces)
  await lookUp()
  await expectTold(instantlyLookupMessages.failed)
  network.answer(instantlyWorkspaces, [{ id: 'w1', name: 'Lumen Outreach' }])
  await lookUp()
  await expect.element(workspace).toHaveValue('Lumen Outreach')
})

test('a key of another workspace is asked about, and is saved under the name of what it opens', async () => {
  await openTool('Instantly', 'azure')
  await type({ Username: 'ops@acme.test', Password: 'p', Workspace: 'Lumen Outreach', 'API Key': 'key-1' })
  const message = 'This key opens “Workspace 2A2A”, not “Lumen Outreach”.'
  const opensWorkspace = { id: 'w-2a2a', name: 'Workspace 2A2A' }
  network.refuse(saveConnection, { status: 409, code: 'conflict', message, details: { opensWorkspace } })
  await saveStep()
  await expectTold(message)
  // The way back: what is asked about is not what is typed any more.
  await type({ 'API Key': 'key-2' })
  await expect.element(page.getByText(message)).not.toBeInTheDocument()
  await saveStep()
  await expectTold(message)
  network.answer(saveConnection, kept(saveConnection, 'saved-connection'))
  await button('Use “Workspace 2A2A”').click()
  await expectTold(settingsMessages.toolSaved)
  expect(network.sent(saveConnection).at(-1)?.body.credentials.values).toMatchObject({
    workspace: 'Workspace 2A2A',
    workspaceId: 'w-2a2a',
    apiKey: 'key-2',
  })
})

test('saved credentials that look alike are told apart by when they were saved', async () => {
  openOrder('/setup-domain-settings', { ...completeDraft('azure'), tool: null })
  const [first] = kept(listConnections, 'connections').connections
  if (!first) throw new Error('No credentials are kept.')
  network.answer(listConnections, {
    connections: [
      { ...first, id: 'con_b', savedAt: '2026-03-05T10:00:00.000Z' },
      { ...first, id: 'con_a', savedAt: '2026-03-04T10:00:00.000Z' },
      { ...first, id: 'con_c', shown: { ...first.shown, workspace: 'Another' } },
    ],
  })
  await page.getByRole('radio', { name: 'Instantly' }).click()
  const options = page.getByLabelText('Saved credentials').getByRole('option')
  await expect.element(options.filter({ hasText: 'Another' })).toBeInTheDocument()
  const labels = options.elements().map(({ textContent }) => textContent)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.filter((label) => label.includes(' · saved '))).toHaveLength(2)
})
