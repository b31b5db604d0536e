import { invalid } from '#base/http/refusal.ts'
import { readLoginLink } from '#delivery/sending/login-link.ts'
import { ownDomainField } from '#features/names/rules/domain-name.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { type ConnectedTool, connectedTools } from '#features/tools/rules/sending-tools.ts'
import { normalizeBisonUrl, toolCredentialMessages } from '#features/tools/rules/tool-credentials.ts'
import { given, type Option, type Options } from '../command.ts'
import { readText } from '../credential-files.ts'

/** What `doctor --deep` is to try. */
export interface DeepOrder {
  name: string
  platform: Platform
  tool: ConnectedTool
  /** What opens the sending tool, by the names of its fields. */
  values: Readonly<Record<string, string>>
  /** The label of the tenant or Google account; without one, the product's own choice. */
  account: string | undefined
}

const platformOf: Readonly<Record<string, Platform>> = { entra: 'azure', google: 'google' }
const valueMaxLength = 500

export const deepOptions: Record<string, Option> = {
  deep: { help: 'make, connect and prove one mailbox on a domain of yours, and remove it again', flag: true },
  domain: { help: 'with --deep: a domain in your DNSimple account that nothing uses' },
  host: { help: 'with --deep: entra or google' },
  tool: { help: `with --deep: ${connectedTools.join(', ')}` },
  'key-file': { help: 'with --deep: a file that holds the sending tool’s API key and nothing else' },
  'link-file': { help: 'with --deep and smartlead: a file that holds its OAuth link and nothing else' },
  url: { help: 'with --deep and bison: its address' },
  'workspace-id': { help: 'with --deep: the sending tool’s workspace, where the key opens several' },
  account: { help: 'with --deep: the tenant or Google account with this label' },
  yes: { help: 'with --deep: begin', flag: true },
  'remove-left': { help: 'with --deep: only remove what an earlier one has left', flag: true },
}

/** Whether options were given that mean nothing without `--deep`. */
export const needsDeep = (options: Options): string | undefined =>
  Object.keys(deepOptions).find((name) => name !== 'deep' && options[name] !== undefined)

/** Reads what was typed. Throws a `Refusal` that says what is missing or wrong. */
export function readDeepOrder(options: Options): DeepOrder {
  for (const name of ['domain', 'host', 'tool', 'key-file'])
    if (options[name] === undefined) throw invalid(`--${name} is needed with --deep.`)
  const name = ownDomainField.safeParse(given(options, 'domain'))
  if (!name.success) throw invalid(`--domain: ${name.error.issues[0]?.message}`)
  const platform = platformOf[given(options, 'host')]
  if (!platform) throw invalid('--host must be entra or google.')
  const tool = connectedTools.find((each) => each === options.tool)
  if (!tool) throw invalid(`--tool must be one of ${connectedTools.join(', ')}.`)
  const values = {
    apiKey: readValue(options, 'key-file'),
    ...readWorkspace(options),
    ...ofTool(tool, platform, options),
  }
  return { name: name.data, platform, tool, values, account: options.account?.trim() }
}

function readValue(options: Options, name: string): string {
  const value = readText(options[name]).trim()
  if (value.length === 0) throw invalid(`The file of --${name} is empty.`)
  return value
}

function readWorkspace(options: Options): Record<string, string> {
  const workspaceId = options['workspace-id']?.trim()
  if (workspaceId === undefined) return {}
  if (workspaceId.length > valueMaxLength) throw invalid('--workspace-id is too long.')
  return { workspaceId }
}

function ofTool(tool: ConnectedTool, platform: Platform, options: Options): Record<string, string> {
  if (tool === 'bison') {
    const url = normalizeBisonUrl((options.url ?? '').slice(0, valueMaxLength))
    if (!url) throw invalid(`--url: ${toolCredentialMessages.bisonUrlFormat}.`)
    return { url }
  }
  if (tool !== 'smartlead') return {}
  // An order of a customer's without it waits for somebody to connect by hand, which nobody does here.
  if (options['link-file'] === undefined)
    throw invalid(`--link-file: ${toolCredentialMessages.smartleadOauthLink}.`)
  const link = readValue(options, 'link-file')
  if (readLoginLink(link).kind === 'refused')
    throw invalid(
      '--link-file does not hold a sign-in link: it begins with https:// and leads to the sign-in page.',
    )
  return platform === 'azure' ? { oauthLink: link } : { googleOauthLink: link }
}
