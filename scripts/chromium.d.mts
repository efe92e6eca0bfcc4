/** The path of a Chromium, installed through apt-get where that needs no questions. */
export function ensureChromium(): Promise<string>
