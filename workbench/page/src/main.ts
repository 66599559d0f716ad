/**
 * The entry point of the page.  Phrases and texts arrive with this script, and the browser's storage is read meanwhile; everything that
 * the editor's first rendering does not need is fetched after it (`later.ts`).
 */

import "./main.css";
import { shippedTexts } from "./files/shipped";
import { keptTexts } from "./files/text_store";
import { begin } from "./page";
import { Client } from "./runtime/client";
import { appear, kept } from "./shell/appearance";
import { refuseFrame } from "./shell/framed";
import { allPhrases, LANGUAGE, preferredLanguage, Words } from "./shell/words";

/**
 * On a later visit the browser has all files, and Python starts with the page; on a first visit it starts after the
 * editor is shown.
 */
const framed = window.top !== window.self;
const visited = !framed && navigator.serviceWorker?.controller != null;
const client = visited ? new Client() : undefined;

appear();
const asked = new URLSearchParams(location.hash.slice(1)).get("lang");
const language = preferredLanguage(asked ?? kept(LANGUAGE), navigator.languages);
const [phrases, shipped, own] = await Promise.all([allPhrases(), shippedTexts(), keptTexts()]);
const words = new Words(phrases, language);
if (framed) refuseFrame(words);
else begin(words, shipped, own, client);
