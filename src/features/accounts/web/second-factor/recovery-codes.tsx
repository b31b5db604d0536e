import { Copy, Download } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { copyText } from '#ui/copy-text.ts'
import { useHold } from '#ui/frame/leaving.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  isStored: boolean
  onStored: (isStored: boolean) => void
}

/** Codes that are shown once, and the ways to keep them. Until they are, leaving the page asks first. */
export function RecoveryCodes({ codes, isStored, onStored }: RecoveryCodesProps) {
  useEffect(() => {
    if (isStored) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isStored])
  // Back leads nowhere until then either: it would be a press with nothing to take it back.
  const held = useHold(({ historyAction }) => !isStored && historyAction === 'POP')
  useEffect(() => {
    if (!held) return
    held.reset()
    toast.warning(notStoredYet, { id: 'codes-not-stored' })
  }, [held])
  const text = `${codes.join('\n')}\n`
  const copy = async (at: Element) => {
    if (await copyText(text, { at })) toast.success('Recovery codes copied.')
  }
  return (
    <>
      <ol
        translate="no"
        aria-label="Recovery codes"
        className="grid gap-x-4 gap-y-1 rounded-control border border-line bg-sunken px-4 py-3 font-mono text-secondary sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon={<Copy />} onClick={({ currentTarget }) => void copy(currentTarget)}>
          Copy
        </Button>
        <Button
          size="small"
          icon={<Download />}
          onClick={() => saveFile('recovery-codes.txt', text, 'plain')}
        >
          Download
        </Button>
      </div>
      <Checkbox checked={isStored} onCheckedChange={onStored} className="mt-5">
        I have stored them
      </Checkbox>
    </>
  )
}

/** Why there is no way on yet. */
export const notStoredYet = 'Store the codes first, and say that you have. They are not shown again.'

export const aboutRecoveryCodes =
  'Each of these signs you in once when your second factor is lost. Keep them where others cannot see them; they are not shown again.'
