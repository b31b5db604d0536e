import type { BulkDemo } from '#features/brand/api/config.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { useConfig } from '#ui/frame/use-config.ts'

interface DemoFillProps {
  tool: BulkToolId
  onFill: (demo: BulkDemo) => void
}

/** Where third parties are simulated, nobody has credentials to try this with: these are at hand. */
export function DemoFill({ tool, onFill }: DemoFillProps) {
  const { sandbox } = useConfig()
  if (!sandbox) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-secondary">
      <Button size="small" onClick={() => onFill(sandbox.bulkDemo[tool])}>
        Fill in demo credentials
      </Button>
      {sendingToolNames[tool]} is simulated here.
    </p>
  )
}
