import Markdown from 'react-markdown'

/** The formatting that a model may use. An address stays text: nothing here opens or loads anything. */
const SHOWN = ['p', 'strong', 'em', 'ul', 'ol', 'li', 'code', 'pre', 'br']

export function ModelText({ text }: { text: string }) {
  return (
    <div className="model-text grid gap-2 wrap-anywhere [&_li]:ml-5 [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-2 [&_ul]:list-disc">
      <Markdown allowedElements={SHOWN} unwrapDisallowed skipHtml>
        {text}
      </Markdown>
    </div>
  )
}
