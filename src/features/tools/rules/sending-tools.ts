import { recordOf } from '#base/records/keys-of.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'

/** Where credentials are asked for: with an order (also when correcting one), or when reinstating. */
export type ToolContext = 'order' | 'reinstate'

export interface ToolField {
  name: string
  label: string
  /** Where reinstating calls it something else. */
  reinstateLabel?: string
  /** Below the field, while nothing is saved in it. */
  hint?: string
  /** Sealed on the server, masked wherever it is shown. */
  secret?: true
  /** Filled by choosing a workspace, never typed. */
  hidden?: true
  maxLength: number
  /** Its names in requests and stored drafts: the first is written, all are read. */
  wire: readonly string[]
  /** Its name in the settings of an earlier order, where that is not the first of the above. */
  prefillWire?: string
  /** Asked for only when the order has domains on this platform. */
  only?: Partial<Record<ToolContext, Platform>>
  /** No trial uses it: it is first used when mailboxes are connected. */
  byHand?: true
  /** What the list of what is missing at checkout calls it; other fields are told of by the tool step alone. */
  checkoutItem?: string
}

export interface SendingToolEntry {
  /** As filters, tabs, cards and sentences name it. */
  name: string
  /** What it is called outside, in small letters without blanks, hyphens and underscores: besides its id. */
  otherNames?: readonly string[]
  /** Its name in the request that reinstates. */
  reinstateName: string
  /** Whether mailboxes are put into it, or handed over as a file for the customer to import. */
  delivery: 'connected' | 'file'
  /** Its accounts can be updated in bulk, on a page of its own. */
  bulkUpdate: boolean
  /**
   * An address may be in several of its accounts at once; elsewhere it is in one workspace at a time. Email Bison says so
   * ("A sender address can live in one workspace only"), of Instantly it is inferred.
   */
  sharesAddresses: boolean
  /** The daily limit of an account counts warm-up too: at the least one next to nothing goes out. */
  limitCountsWarmup?: true
  /** The least daily limit that certainly is one, where 0 is none at all; 0 unless told. */
  leastLimit?: 1
  /** What it needs to take mailboxes: forms, checks, masking, requests and the sealed store follow it. */
  fields: readonly ToolField[]
}

/** The page on which a Microsoft account consents. */
export const microsoftLogin = 'https://login.microsoftonline.com'

const username = { name: 'username', label: 'Username', maxLength: 254, wire: ['username'] } as const
const password = {
  name: 'password',
  label: 'Password',
  secret: true,
  byHand: true,
  maxLength: 200,
  wire: ['password'],
} as const
const apiKey = {
  name: 'apiKey',
  label: 'API Key',
  secret: true,
  maxLength: 500,
  wire: ['api_key', 'apiKey'],
  prefillWire: 'apiKey',
} as const
const workspace = [
  { name: 'workspace', label: 'Workspace', maxLength: 200, wire: ['workspace'] },
  { name: 'workspaceId', label: 'Workspace ID', hidden: true, maxLength: 100, wire: ['workspace_id'] },
] as const

/** In the order in which they are offered. */
export const sendingToolIds = ['instantly', 'smartlead', 'bison', 'other'] as const
export type SendingToolId = (typeof sendingToolIds)[number]

/** The sending tools: the one table that pages, rules, requests, server and store follow. */
export const sendingTools = {
  instantly: {
    name: 'Instantly',
    reinstateName: 'instantly',
    delivery: 'connected',
    bulkUpdate: true,
    sharesAddresses: false,
    fields: [
      { ...username, hint: 'The e-mail address you sign in to Instantly with.' },
      password,
      ...workspace,
      { ...apiKey, wire: [...apiKey.wire, 'instantly_api_key'] },
    ],
  },
  smartlead: {
    name: 'Smartlead',
    reinstateName: 'smartlead',
    delivery: 'connected',
    bulkUpdate: true,
    sharesAddresses: true,
    // "Including warmup and campaign emails": https://api.smartlead.ai/api-reference/email-accounts/update
    limitCountsWarmup: true,
    // Mailboxes at 0 were counted to send on as if there were no limit: docs/decisions/089.
    leastLimit: 1,
    fields: [
      // Google mailboxes are put into Smartlead by signing in there; Microsoft ones through a consent link.
      { ...username, only: { order: 'google' } },
      { ...password, only: { order: 'google' } },
      apiKey,
      {
        name: 'oauthLink',
        label: 'OAuth Link',
        hint: `Starts with ${microsoftLogin}`,
        secret: true,
        byHand: true,
        maxLength: 2000,
        wire: ['oauth_link', 'microsoftOAuth', 'inboxAdditionUrl'],
        prefillWire: 'inboxAdditionUrl',
        only: { order: 'azure' },
      },
      {
        name: 'googleOauthLink',
        label: 'Google OAuth Link',
        hint: 'Optional. Without it Google mailboxes are connected by hand.',
        secret: true,
        maxLength: 2000,
        wire: ['google_oauth_link'],
        only: { order: 'google', reinstate: 'google' },
      },
    ],
  },
  bison: {
    name: 'Email Bison',
    otherNames: ['emailbison'],
    reinstateName: 'emailbison',
    delivery: 'connected',
    bulkUpdate: false,
    sharesAddresses: false,
    fields: [
      {
        name: 'url',
        label: 'URL',
        hint: 'Only scheme and host are kept.',
        maxLength: 300,
        wire: ['bisonUrl', 'bison_url', 'url'],
        prefillWire: 'url',
        checkoutItem: 'Bison URL (required for Bison email tool)',
      },
      { ...username, hint: 'The e-mail address you sign in to Email Bison with.' },
      password,
      ...workspace,
      {
        ...apiKey,
        reinstateLabel: 'API Key (super-admin)',
        hint: 'A super-admin key, which reaches all workspaces.',
        wire: [...apiKey.wire, 'bison_api_key'],
      },
      {
        name: 'appId',
        label: 'App ID',
        reinstateLabel: 'Bison App ID',
        byHand: true,
        maxLength: 200,
        wire: ['bison_app_id', 'app_id'],
        prefillWire: 'app_id',
        only: { order: 'google', reinstate: 'google' },
      },
    ],
  },
  other: {
    name: 'Other',
    reinstateName: 'other',
    delivery: 'file',
    bulkUpdate: false,
    sharesAddresses: false,
    fields: [],
  },
} as const satisfies Record<SendingToolId, SendingToolEntry>

type Table = typeof sendingTools
type ToolsWith<Ability> = {
  [Tool in SendingToolId]: Table[Tool] extends Ability ? Tool : never
}[SendingToolId]

export const sendingToolNames = recordOf(sendingToolIds, (tool): string => sendingTools[tool].name)

/** Tools whose mailboxes are handed over as a file. */
export type FileTool = ToolsWith<{ delivery: 'file' }>
export const isFileTool = (tool: SendingToolId): tool is FileTool => sendingTools[tool].delivery === 'file'
export const limitCountsWarmup = (tool: SendingToolId): boolean => 'limitCountsWarmup' in sendingTools[tool]
/** The daily limit of a mailbox that is to send nothing, as far as the tool knows such a limit. */
export const leastLimitOf = (tool: SendingToolId): number =>
  (sendingTools[tool] as SendingToolEntry).leastLimit ?? 0
/** What goes out by that limit, within a sentence. */
export const leastMailOf = (tool: SendingToolId): string =>
  leastLimitOf(tool) > 0 ? 'next to no cold mail' : 'no cold mail'
export const fileTools = sendingToolIds.filter(isFileTool)
/** Where the name of a tool is none that is known, its customer hands mailboxes over themselves. */
export const unknownTool = 'other' satisfies FileTool

/** Tools that mailboxes are put into. */
export type ConnectedTool = Exclude<SendingToolId, FileTool>
export const connectedTools = sendingToolIds.filter((tool): tool is ConnectedTool => !isFileTool(tool))

/** Tools whose accounts can be updated in bulk. */
export type BulkToolId = ToolsWith<{ bulkUpdate: true }>
export const bulkTools = sendingToolIds.filter((tool): tool is BulkToolId => sendingTools[tool].bulkUpdate)

export type ToolFieldName<Tool extends SendingToolId = SendingToolId> = Tool extends SendingToolId
  ? Table[Tool]['fields'][number]['name']
  : never

/** Tools that ask for a value. */
export type ToolsAskingFor<Name extends string> = {
  [Tool in SendingToolId]: Name extends ToolFieldName<Tool> ? Tool : never
}[SendingToolId]

/** The values of a tool's fields; what is not given is empty. */
export type ToolValues<Tool extends SendingToolId = SendingToolId> = Record<ToolFieldName<Tool>, string>

export interface ToolPlace {
  context: ToolContext
  /** The platforms of the domains concerned. */
  platforms: readonly Platform[]
}

/** All fields of a tool, in the order of the form. */
export const fieldsOf = (tool: SendingToolId): readonly ToolField[] => sendingTools[tool].fields

/** The fields of a tool that a place asks for, in the order of the form. */
export const fieldsFor = (tool: SendingToolId, { context, platforms }: ToolPlace): readonly ToolField[] =>
  fieldsOf(tool).filter(({ only }) => {
    const platform = only?.[context]
    return !platform || platforms.includes(platform)
  })

export const labelFor = (field: ToolField, context: ToolContext): string =>
  (context === 'reinstate' && field.reinstateLabel) || field.label
