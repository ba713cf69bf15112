// Shows the buttons for features that only some browsers have: messages, sound, sharing and copying a link.
import { byId, findAll } from "./dom.js";
import { askForMessages, canAskForMessages } from "./notify.js";
import { canCopy, canShare, copyLink, offerResult, shareLink } from "./share.js";
import { canBeep, isSoundWanted, switchSound } from "./sound.js";

// offerButtons shows and connects the buttons that are on the page now.
export function offerButtons() {
  offerMessages(byId("alert"));
  offerSound(byId("sound"));
  offerResult();
  for (const button of findAll(".share")) {
    button.hidden = !canShare();
    button.onclick = () => shareLink(button);
  }
  for (const button of findAll(".copy")) {
    button.hidden = !canCopy();
    button.onclick = () => copyLink(button);
  }
}

function offerMessages(button) {
  if (!button) {
    return;
  }
  button.hidden = !canAskForMessages();
  button.onclick = async () => {
    await askForMessages();
    offerButtons();
  };
}

function offerSound(button) {
  if (!button) {
    return;
  }
  button.hidden = !canBeep();
  button.setAttribute("aria-pressed", isSoundWanted());
  button.onclick = () => {
    switchSound();
    offerButtons();
  };
}
