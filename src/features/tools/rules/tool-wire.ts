import {
  fieldsOf,
  type SendingToolEntry,
  type SendingToolId,
  sendingToolIds,
  sendingTools,
} from './sending-tools.ts'

const toolsByName = new Map(
  sendingToolIds.flatMap((tool) => {
    const { otherNames = [] }: SendingToolEntry = sendingTools[tool]
    return [tool, ...otherNames].map((name): [string, SendingToolId] => [name, tool])
  }),
)

/** The tool behind any of its outside names: `bison`, `emailBison`, `email_bison`, `Email Bison`. */
export const toolOfWireName = (name: string): SendingToolId | undefined =>
  toolsByName.get(name.toLowerCase().replace(/[\s_-]/g, ''))

/** A tool's values out of an object with outside names; what is absent or no text is left out. */
export function readWireValues(tool: SendingToolId, sent: Record<string, unknown>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, wire } of fieldsOf(tool)) {
    const value = wire.map((each) => sent[each]).find((each) => typeof each === 'string' && each !== '')
    if (typeof value === 'string') values[name] = value
  }
  return values
}

/** The same the other way, under the names that are written: in requests, or in the settings of an earlier order. */
export function writeWireValues(
  tool: SendingToolId,
  values: Partial<Record<string, string>>,
  to: 'request' | 'prefill' = 'request',
): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const { name, wire, prefillWire } of fieldsOf(tool)) {
    const value = values[name]
    if (value) sent[(to === 'prefill' && prefillWire) || wire[0]!] = value
  }
  return sent
}
