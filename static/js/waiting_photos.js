// Photos that wait on the phone until they are posted, oldest first. Where the browser keeps nothing,
// the page does.

const unkept = new Map();

export async function keep(photo) {
  const done = await inStore("readwrite", (photos) => photos.put(photo));
  if (done === undefined) unkept.set(photo.id, photo);
}

export async function forget(photo) {
  unkept.delete(photo.id);
  await inStore("readwrite", (photos) => photos.delete(photo.id));
}

export async function waitingFor(owner) {
  const kept = (await inStore("readonly", (photos) => photos.getAll())) ?? [];
  const mine = [...kept, ...unkept.values()].filter((photo) => photo.owner === owner);
  return mine.sort((one, other) => one.at - other.at);
}

function inStore(mode, act) {
  return new Promise((done) => {
    const opening = indexedDB.open("scorebook-waiting-photos", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos", { keyPath: "id" });
    opening.onerror = () => done(undefined);
    opening.onsuccess = () => {
      const step = opening.result.transaction("photos", mode);
      const asked = act(step.objectStore("photos"));
      step.oncomplete = () => { opening.result.close(); done(asked.result); };
      step.onerror = step.onabort = () => { opening.result.close(); done(undefined); };
    };
  }).catch(() => undefined);
}
