import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { type HealthMode, healthModes } from '../../rules/health-mode.ts'

const ModeDialog = lateDialog(() => import('./mode-dialog.tsx'), {
  frame: 'medium',
  title: 'When a domain should rest',
})

interface ModeCardProps {
  mode: HealthMode
  /** What may be chosen; nothing where it is not theirs to choose. */
  offered: readonly HealthMode[]
  /** Why that is so. */
  note?: string | undefined
  /** Sends the choice; returns once it holds. */
  onChoose: (mode: HealthMode) => Promise<unknown>
  /** Why the last one was refused. */
  error: Error | null
}

/** What is done about a domain that should rest, and the way to change it. */
export function ModeCard({ mode, offered, note, onChoose, error }: ModeCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { label, about } = healthModes[mode]
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            When a domain should rest
            <Badge tone={mode === 'enforce' ? 'success' : 'neutral'}>{label}</Badge>
          </span>
        }
        description={note ? `${about} ${note}` : about}
        actions={
          offered.length > 0 && (
            <Button size="small" onClick={() => setOpen(true)}>
              Change
            </Button>
          )
        }
      />
      {isOpen && (
        <ModeDialog
          mode={mode}
          offered={offered}
          error={error}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}
