; The app makes itself the one for winnow:// addresses when it starts. Removing it takes that back; an update does not.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\winnow"
  ${endIf}
!macroend
