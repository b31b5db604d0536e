import { ChoiceCards } from '#ui/choice-cards.tsx'
import {
  type OverlapChoice as Choice,
  fallDays,
  overlapCost,
  overlapOfFile,
  overlapWithSpent,
  receiveDays,
} from '../rules/overlap.ts'

interface OverlapChoiceProps {
  chosen: Choice
  onChoose: (choice: Choice) => void
  /** The mailboxes are handed over as a file: what they send is not ours to lower. */
  isFile: boolean
  /** There are some among them whose place a spare took. */
  hasSpent: boolean
}

const choicesOf = (isFile: boolean) => [
  {
    value: 'at_once' as const,
    title: 'Take them down at once',
    about: 'As soon as the new domain is delivered.',
  },
  {
    value: 'overlap' as const,
    title: `Keep them for ${receiveDays} days`,
    about: isFile
      ? overlapOfFile
      : `Cold mail falls over ${fallDays} days; replies and visitors still arrive.`,
  },
]

/** What becomes of the old domains once the new ones are delivered. */
export const OverlapChoice = ({ chosen, onChoose, isFile, hasSpent }: OverlapChoiceProps) => (
  <div className="flex flex-col gap-2">
    <p className="font-medium">The old domains</p>
    <ChoiceCards label="The old domains" choices={choicesOf(isFile)} chosen={chosen} onChoose={onChoose} />
    {chosen === 'overlap' && <p className="text-muted text-secondary">{overlapCost}</p>}
    {chosen === 'overlap' && hasSpent && <p className="text-muted text-secondary">{overlapWithSpent}</p>}
  </div>
)
