import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { type ConsoleWorkItem, exportWork } from '#shared/api/console/work.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { callStaff } from '../call-staff.ts'
import { operatorPaths } from '../operator-paths.ts'
import { useStaffAction } from '../use-staff-action.ts'

/** What the console itself has for a work item: the file to upload, or the page on which the work is done. */
export function WorkHelp({ item: { id, kind } }: { item: ConsoleWorkItem }) {
  const exporting = useStaffAction({
    mutationFn: () => callStaff(exportWork, { body: { id } }),
    onSuccess: ({ filename, csv }) => saveFile(filename, csv),
  })
  if (kind === 'tool_upload')
    return (
      <Button
        className="self-start"
        icon={<Download />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        Download the CSV with passwords
      </Button>
    )
  if (kind === 'tool_sign_in')
    return (
      <Link to={operatorPaths.workConnect} className={buttonClass('secondary', 'medium', 'self-start')}>
        Connect mailboxes
      </Link>
    )
  return null
}
