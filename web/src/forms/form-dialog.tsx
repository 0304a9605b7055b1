import type { ComponentChildren, ComponentProps } from 'preact'
import type { Offer } from '../data/unfinished'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { UnfinishedOffer } from '../ui/unfinished'
import { isAllRead } from './validation'

interface FormDialogProps {
  title: string
  /** The label of the button that submits. */
  action: string
  isBusy?: boolean
  /** What went wrong with the whole form, in words; empty when nothing did. */
  error?: string
  /** The last filling-in of the form, where it may be kept. */
  offer?: Offer
  /** Deletes what the form is about; without it nothing can be deleted. */
  onDelete?: () => void
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A dialog with fields, a way out and a button that submits, once while it is busy. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, error = '', offer, onDelete, onSubmit, onClose, children } = props
  const { common } = useText()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => !isBusy && isAllRead() && onSubmit()}
      footer={
        <>
          {onDelete && (
            <Button
              kind="danger"
              onClick={() => {
                offer?.finish()
                onDelete()
              }}
            >
              {common.delete}
            </Button>
          )}
          <Button
            kind="quiet"
            onClick={(event) => {
              offer?.finish()
              closeDialog(event.currentTarget)
            }}
          >
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {offer?.what != null && <UnfinishedOffer what={offer.what} onResume={offer.resume} onDiscard={offer.discard} />}
      {children}
      <FormError>{error}</FormError>
    </Dialog>
  )
}

const showWhole = (error: Element | null) => error?.scrollIntoView({ block: 'nearest' })

/** What went wrong with a whole form; read aloud and brought into view when it appears. */
export function FormError({ children }: { children: string }) {
  return (
    <div role="alert" class="form-error">
      {children && (
        <p ref={showWhole} class="notice bad">
          {children}
        </p>
      )}
    </div>
  )
}

/** The first field of a dialog: what the thing is called that it is about. */
export function NameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { settings } = useSecondaryText()
  return <TextField label={settings.displayName} autoComplete="off" autoFocus {...props} />
}
