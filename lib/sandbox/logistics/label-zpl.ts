import type { Label } from './label-pdf'

/** Dots of a printer with 8 a millimetre: 10 × 15 cm. */
const WIDTH = 800
const HEIGHT = 1200

// Text of a field ends at ^FS, and a caret would begin a command.
const field = (text: string) => text.replace(/[\^~]/g, ' ')

// Invented: what stands on the label and where. The platform sends a picture, whose form is published nowhere.
/** The label as commands for a thermal printer. */
export const labelZpl = ({ orderSn, trackingNumber, carrier, recipient, items }: Label): string =>
  [
    `^XA^CI28^PW${WIDTH}^LL${HEIGHT}`,
    `^FO40,40^A0N,40,40^FD${field(carrier)}^FS`,
    `^FO40,110^BY3^BCN,160,Y,N,N^FD${field(trackingNumber)}^FS`,
    `^FO40,360^A0N,36,36^FD${field(orderSn)}^FS`,
    `^FO40,420^A0N,32,32^FB720,6^FD${field(`${recipient.name} ${recipient.full_address}`)}^FS`,
    ...items.map(({ sku, quantity }, line) => `^FO40,${700 + line * 40}^A0N,28,28^FD${quantity} x ${field(sku)}^FS`),
    '^XZ\n',
  ].join('\n')
