import { type SendingToolId, sendingToolIds, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import { ToolGlyph } from '../../ui/tool-glyph.tsx'

interface ToolChoiceProps {
  tool: SendingToolId
  /** A tool was pressed, the chosen one perhaps. */
  onChoose: (tool: SendingToolId) => void
}

/** The sending tools to choose from. */
export const ToolChoice = ({ tool, onChoose }: ToolChoiceProps) => (
  <div role="radiogroup" aria-label="Sending tool" className="grid gap-3 sm:grid-cols-2">
    {sendingToolIds.map((id) => (
      <ChoiceCard
        key={id}
        icon={<ToolGlyph tool={id} />}
        title={sendingToolNames[id]}
        isChosen={tool === id}
        onChoose={() => onChoose(id)}
      />
    ))}
  </div>
)
