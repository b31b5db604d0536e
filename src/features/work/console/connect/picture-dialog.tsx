import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#ui/dialog.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { momentText } from '#ui/time-texts.ts'
import { pictureQuery } from '../work-queries.ts'

/** The page that the browser met at a mailbox and that only a person can answer. */
export function PictureDialog({ mailboxId, onClose }: { mailboxId: string; onClose: () => void }) {
  const query = useQuery(pictureQuery(mailboxId))
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title="The page that the browser met"
      description={query.data && `${query.data.address}, ${momentText(query.data.takenAt)}`}
    >
      <Loaded query={query} failed="The picture could not be loaded." within="padding">
        {({ png, address }) => (
          <img
            src={`data:image/png;base64,${png}`}
            alt={`The sign-in page at ${address}`}
            className="w-full rounded-control border border-line"
          />
        )}
      </Loaded>
    </Dialog>
  )
}
