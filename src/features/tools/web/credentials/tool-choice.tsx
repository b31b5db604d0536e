import { ChoiceCards } from '#ui/choice-cards.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import { type SendingToolId, sendingToolIds, sendingToolNames } from '../../rules/sending-tools.ts'

interface ToolChoiceProps {
  tool: SendingToolId
  /** A tool was pressed, the chosen one perhaps. */
  onChoose: (tool: SendingToolId) => void
}

const choices = sendingToolIds.map((id) => ({
  value: id,
  title: sendingToolNames[id],
  icon: <ToolGlyph tool={id} />,
}))

/** The sending tools to choose from. */
export const ToolChoice = ({ tool, onChoose }: ToolChoiceProps) => (
  <ChoiceCards label="Sending tool" choices={choices} chosen={tool} onChoose={onChoose} />
)
