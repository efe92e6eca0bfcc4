'use client'

import toast from 'react-hot-toast'

/** Says what was done, with the way back beside it until it is taken: what is on its way out is not pressed again. */
export function toastWithUndo(text: string, undoLabel: string, undo: () => void) {
  toast.success((shown) => (
    <span className="flex items-center gap-3">
      {text}
      {shown.visible && (
        <button
          type="button"
          onClick={() => {
            toast.dismiss(shown.id)
            undo()
          }}
          className="min-h-7 rounded-sm font-semibold text-accent-text underline underline-offset-2"
        >
          {undoLabel}
        </button>
      )}
    </span>
  ))
}
