import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { type HealthMode, healthModes, whatModeDoes } from '../../rules/health-mode.ts'

interface ModeDialogProps {
  mode: HealthMode
  /** What may be chosen. */
  offered: readonly HealthMode[]
  /** Sends the choice; returns once it holds. */
  onChoose: (mode: HealthMode) => Promise<unknown>
  /** Why the last one was refused. */
  error: Error | null
  onClose: () => void
}

/** Chooses what is done about a domain that should rest. */
export default function ModeDialog({ mode, offered, onChoose, onClose, error }: ModeDialogProps) {
  const [chosen, setChosen] = useState(mode)
  const [isBusy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    try {
      await onChoose(chosen)
      onClose()
    } catch {
      // What failed has said so itself; the question stands.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={() => isBusy || onClose()}
      unsaved={chosen !== mode}
      title="When a domain should rest"
      description="It should where it is on a blocklist, its host stops it, or too much of its mail comes back."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={isBusy}
            unavailable={chosen === mode && 'Nothing is different from what holds now.'}
            onClick={() => void choose()}
          >
            {chosen === mode ? 'Set' : `Set to “${healthModes[chosen].label}”`}
          </Button>
        </>
      }
    >
      {error && !isUnconfirmed(error) && <Alert className="mb-4">{failureText(error)}</Alert>}
      <ChoiceCards
        label="When a domain should rest"
        chosen={chosen}
        onChoose={setChosen}
        choices={offered.map((value) => ({
          value,
          title: healthModes[value].label,
          about: healthModes[value].about,
        }))}
      />
      {chosen !== mode && <p className="mt-4">{whatModeDoes[chosen]}</p>}
    </Dialog>
  )
}
