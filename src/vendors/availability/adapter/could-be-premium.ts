import { dictionary } from '@zxcvbn-ts/language-common'
import { tldOf } from '#features/names/rules/domain-name.ts'

/** Registries ask more for short names and for words; longer ones that nobody has are ordinary. */
const shortMax = 4
const words = new Set(dictionary['diceware-common'])

/** Whether a registry may sell a free name at a premium price, which its public look-up does not tell. */
export function couldBePremium(name: string): boolean {
  const label = name.slice(0, -tldOf(name).length - 1)
  return label.length <= shortMax || words.has(label)
}
