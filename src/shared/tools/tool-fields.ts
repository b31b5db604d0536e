import type { Platform, SendingToolId } from '../plans/catalog.ts'

/** Where credentials are asked for: with an order (also when correcting one), or when reinstating. */
export type ToolContext = 'order' | 'reinstate'

export interface ToolField {
  name: string
  label: string
  /** Where reinstating calls it something else. */
  reinstateLabel?: string
  /** Sealed on the server, masked wherever it is shown. */
  secret?: true
  /** Filled by choosing a workspace, never typed. */
  hidden?: true
  maxLength: number
  /** Its names in requests and stored drafts: the first is written, all are read. */
  wire: readonly string[]
  /** Asked for only when the order has domains on this platform. */
  only?: Partial<Record<ToolContext, Platform>>
}

const username = { name: 'username', label: 'Username', maxLength: 254, wire: ['username'] } as const
const password = {
  name: 'password',
  label: 'Password',
  secret: true,
  maxLength: 200,
  wire: ['password'],
} as const
const apiKey = { name: 'apiKey', label: 'API Key', secret: true, maxLength: 500 } as const
const apiKeyWire = ['api_key', 'apiKey'] as const
const workspace = [
  { name: 'workspace', label: 'Workspace', maxLength: 200, wire: ['workspace'] },
  { name: 'workspaceId', label: 'Workspace ID', hidden: true, maxLength: 100, wire: ['workspace_id'] },
] as const

/**
 * What each sending tool needs to take mailboxes: the one table that forms, checks, masking, requests and the
 * sealed store follow.
 */
export const toolFields = {
  instantly: [username, password, ...workspace, { ...apiKey, wire: [...apiKeyWire, 'instantly_api_key'] }],
  smartlead: [
    // Google mailboxes are put into Smartlead by signing in there; Microsoft ones through a consent link.
    { ...username, only: { order: 'google' } },
    { ...password, only: { order: 'google' } },
    { ...apiKey, wire: apiKeyWire },
    {
      name: 'oauthLink',
      label: 'OAuth Link',
      secret: true,
      maxLength: 2000,
      wire: ['oauth_link', 'microsoftOAuth', 'inboxAdditionUrl'],
      only: { order: 'azure' },
    },
  ],
  bison: [
    { name: 'url', label: 'URL', maxLength: 300, wire: ['bisonUrl', 'bison_url', 'url'] },
    username,
    password,
    ...workspace,
    { ...apiKey, reinstateLabel: 'API Key (super-admin)', wire: [...apiKeyWire, 'bison_api_key'] },
    {
      name: 'appId',
      label: 'App ID',
      reinstateLabel: 'Bison App ID',
      maxLength: 200,
      wire: ['bison_app_id', 'app_id'],
      only: { order: 'google', reinstate: 'google' },
    },
  ],
  other: [],
} as const satisfies Record<SendingToolId, readonly ToolField[]>

export type ToolFieldName<Tool extends SendingToolId = SendingToolId> = Tool extends SendingToolId
  ? (typeof toolFields)[Tool][number]['name']
  : never

/** The values of a tool's fields; what is not given is empty. */
export type ToolValues<Tool extends SendingToolId = SendingToolId> = Record<ToolFieldName<Tool>, string>

export interface ToolPlace {
  context: ToolContext
  /** The platforms of the domains concerned. */
  platforms: readonly Platform[]
}

/** The fields of a tool that a place asks for, in the order of the form. */
export const fieldsFor = (tool: SendingToolId, { context, platforms }: ToolPlace): readonly ToolField[] =>
  (toolFields[tool] as readonly ToolField[]).filter(({ only }) => {
    const platform = only?.[context]
    return !platform || platforms.includes(platform)
  })

export const labelFor = (field: ToolField, context: ToolContext): string =>
  (context === 'reinstate' && field.reinstateLabel) || field.label
