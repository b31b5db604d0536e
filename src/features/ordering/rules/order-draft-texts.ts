import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { profilePictureLinkMaxLength } from '#features/people/rules/profile-picture-link.ts'
import { domainOptions, orderCountMax, orderCountMin, planIds } from '#features/plans/rules/catalog.ts'
import { planOfName } from '#features/plans/rules/plan-names.ts'
import { fieldsOf } from '#features/tools/rules/sending-tools.ts'
import { secretMask } from '#features/tools/rules/tool-credentials.ts'
import { readWireValues, toolOfWireName, writeWireValues } from '#features/tools/rules/tool-wire.ts'
import { enteredBasics } from './order-basics.ts'
import type { DraftTool } from './order-draft.ts'

/** How each part of an order draft stands in the browser's storage: schemas from the stored text to the value. */

const jsonText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string, context): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          context.issues.push({ code: 'custom', message: 'not JSON', input: text })
          return z.NEVER
        }
      }),
      schema,
    ),
  )

export const planText = z.pipe(
  z.transform((text: string) => planOfName(text.replace(/^"|"$/g, ''))),
  z.enum(planIds),
)
export const orderCountText = z.pipe(
  z.transform((text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : undefined)),
  z.int().check(z.gte(orderCountMin), z.lte(orderCountMax)),
)
export const domainOptionText = z.enum(domainOptions)
/** A list whose items are read one by one, so that a broken one costs only itself. */
export const itemsText = jsonText(z.array(z.unknown()))
export const customerText = jsonText(z.object({ email: z.string() }))
export const basicConfigText = jsonText(enteredBasics)
export const profilePictureLinkText = boundedText(profilePictureLinkMaxLength)

const credentials = z.record(z.string(), z.unknown())
/** Both shapes of the tool, made one: the shape that is written, for several tools, and an older one for one. */
export const emailToolConfigText = jsonText(
  z.union([
    z.pipe(
      z.object({
        tool_setup: z.object({
          selected_tools: z.array(z.string()).check(z.minLength(1)),
          tool_credentials: z.catch(z.record(z.string(), credentials), {}),
        }),
      }),
      z.transform(({ tool_setup: { selected_tools: names, tool_credentials } }) => ({
        names,
        credentials: tool_credentials[names[0]!] ?? {},
      })),
    ),
    z.pipe(
      z.looseObject({ tool: z.string() }),
      z.transform((stored) => ({ names: [stored.tool], credentials: stored })),
    ),
  ]),
)

/** The tool that a stored text means; `whole` when nothing had to be left out of it. */
export function readDraftTool({ names, credentials }: z.output<typeof emailToolConfigText>): {
  tool: DraftTool | null
  whole: boolean
} {
  const tool = toolOfWireName(names[0]!)
  if (!tool) return { tool: null, whole: false }
  const { connection_id: id } = credentials
  const connectionId = typeof id === 'string' && id !== '' ? id.slice(0, 100) : null
  const shown = readWireValues(tool, credentials)
  let whole = names.length === 1
  for (const { name, secret, maxLength } of fieldsOf(tool)) {
    const value = shown[name]
    if (value === undefined) continue
    // A secret itself never belongs here, and a mask stands for nothing without its connection.
    const kept = secret ? value === secretMask && connectionId !== null : value.length <= maxLength
    if (kept) continue
    delete shown[name]
    whole = false
  }
  return { tool: { tool, connectionId, shown }, whole }
}

export const writeDraftTool = ({ tool, connectionId, shown }: DraftTool): string =>
  JSON.stringify({
    tool_setup: {
      selected_tools: [tool],
      tool_credentials: {
        [tool]: { ...writeWireValues(tool, shown), ...(connectionId && { connection_id: connectionId }) },
      },
    },
  })

/** The name in a list item, whether it stands alone or beside its price. */
export const nameInItem = (item: unknown): string => {
  if (typeof item === 'string') return item
  const domain = typeof item === 'object' && item !== null && 'domain' in item ? item.domain : ''
  return typeof domain === 'string' ? domain : ''
}
